export { loadBenchmark } from './benchmarks/load-benchmark.ts'
export { type NamedRun, nameRun } from './benchmarks/name-run.ts'
export {
  type Experiment,
  type ExperimentFamily,
  FAMILY_FLAGS,
  type FamilyFlags,
  FIRST_SEED,
  type Presentation,
  type Series,
} from './experiment.ts'
export { findPresentation } from './file/present.ts'
export { isSuiteFile, readSuite, type Suite } from './file/read-suite.ts'
export {
  type SuiteBenchmark,
  type SuiteFile,
  type SuiteModel,
  suiteJsonSchema,
  suiteSchema,
} from './file/schema.ts'
export { ALL_EXPERIMENTS, openRootFolder, ROOT_PAGE, readRootPlan } from './folders/root-folder.ts'
export { readRunFolders } from './folders/run-folders.ts'
export { checkFolders, type Job, type JobOptions, type Jobs, makeJobs, spentBefore, spentOn } from './jobs.ts'
export type { ModelFlags } from './model-flags.ts'
export { type NamedRuntime, setOptions } from './named-runtime.ts'
export { OF_ONE_MACHINE, PLANNING } from './option-places.ts'
export {
  choice,
  dashed,
  filePath,
  folderPath,
  list,
  number,
  positiveInteger,
  recordedText,
} from './options.ts'
export { type Conditions, readConditions } from './plan/conditions.ts'
export { chargeOf, type LimitFlags, readLimits } from './plan/limits.ts'
export { otherModels, type PlanOptions, planExperiment } from './plan/plan-experiment.ts'
export type { Plan } from './plan/plan-run.ts'
export { predictionLines } from './plan/predict.ts'
export type { PlannedTask } from './plan/series.ts'
export { type FindPlayed, type Played, playedWith } from './played-with.ts'
export { find, type ModelFactory, type Registry } from './registry.ts'
export { type Done, type RunJobs, runJobs, type SharedOptions } from './run-jobs.ts'
