export { nameRun } from './benchmarks/name-run.ts'
export { describeJobs, linesBefore } from './describe-jobs.ts'
export {
  type Collection,
  defineFamily,
  type Experiment,
  type ExperimentFamily,
  type Presentation,
  recordedText,
  type Series,
} from './experiment.ts'
export { exportRuns } from './export/export-runs.ts'
export { isSuiteFile } from './file/read-suite.ts'
export { suiteSchema } from './file/schema.ts'
export {
  ALL_EXPERIMENTS,
  openRootFolder,
  ROOT_PAGE,
  readRootPlan,
  readRunFolders,
} from './folders/root-folder.ts'
export {
  checkFolders,
  type Job,
  type Jobs,
  planJobs,
  sharedIds,
  spendingFile,
  spentBefore,
  spentOn,
} from './jobs.ts'
export { setOptions, setTyped } from './named-runtime.ts'
export { didYouMean } from './nearest.ts'
export { type Conditions, readConditions } from './plan/conditions.ts'
export { matchBudgets } from './plan/match-budgets.ts'
export { planExperiment } from './plan/plan-experiment.ts'
export { RunMeter, spentOnFile } from './plan/run-meter.ts'
export { openProgress } from './progress/open.ts'
export type { Load } from './progress/progress.ts'
export { withReading } from './progress/reading.ts'
export { findRecord, type ModelFor, type ModelRecord, type Registry } from './registry.ts'
export { type RunQuestion, regressRun } from './regress/regress-run.ts'
export { replayRun } from './replay/replay-run.ts'
export { type ReadRun, readComparedRun, requireRepetition, shareConditions } from './report/compared-run.ts'
export { runReport } from './report/run-report.ts'
export type { ModelSettings } from './request.ts'
export { type DoneJob, type RunJobs, runJobs, type SharedOptions } from './run-jobs.ts'
export { startingCommands } from './wire/foreign.ts'
