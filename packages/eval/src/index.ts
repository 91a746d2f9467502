export { tracesAside } from './aside.ts'
export type { Budget, Limit } from './budget.ts'
export type { Column } from './column.ts'
export { differences } from './differences.ts'
export { countCharacters, digest } from './digest.ts'
export { type EnvironmentFigures, environmentCalls } from './environment-calls.ts'
export { type InspectOptions, writeInspectLogs } from './export/inspect/write-inspect.ts'
export { type OtlpOptions, writeOtlp } from './export/otlp/write-otlp.ts'
export { type Recomputed, recompute } from './export/recompute.ts'
export { traceJsonSchema } from './export/trace-json-schema.ts'
export type { FaultFigures } from './faults.ts'
export { computeFigures, type EpisodeFigures, type UpdateFigures } from './figures.ts'
export type { Clock } from './meter.ts'
export { NotRecorded } from './not-recorded.ts'
export { failureKind, type OutageWatch, ProviderOutage, watchForOutage } from './provider-outage.ts'
export { readRegularFile } from './read-regular-file.ts'
export { type Difference, type ReplayOptions, replayEpisode } from './replay.ts'
export { type Episode, type EpisodeOptions, type Recorder, runEpisode } from './run-episode.ts'
export {
  checkRunFolder,
  openRunFolder,
  type RunFolder,
  readRunFolder,
  readTraces,
  tracePath,
  writeWhole,
} from './run-folder.ts'
export { isBeingWritten, lockRunFolder } from './run-lock.ts'
export { runSuite, type SuiteEvent, type SuiteOptions } from './run-suite.ts'
export { limitSpending } from './send-within.ts'
export {
  type Charge,
  createSpending,
  type Reservation,
  type Spending,
  SpendingLimitReached,
  type SpendingLimits,
} from './spending.ts'
export { Stopped } from './stopped.ts'
export { episodeName } from './store/episode-name.ts'
export { fileStore } from './store/file-store.ts'
export { isWhole, runStored, type StoredOptions } from './store/run-stored.ts'
export type { EpisodeName, EpisodeStatus, Store, TraceWriter } from './store/store.ts'
export { taskSkill } from './task-skill.ts'
export {
  type CallLine,
  type EndLine,
  type EpisodeEnd,
  type EpisodeLine,
  type ResetLine,
  type StepLine,
  TRACE_FORMAT,
  type TraceLine,
  traceLine,
} from './trace.ts'
export { createTraceFile, linesOf, parseTrace, readTrace, type Trace, writeTrace } from './trace-file.ts'
