export { chargeOf } from './episode/charge-of.ts'
export type { Clock } from './episode/meter.ts'
export { type Episode, runEpisode, taskSkill } from './episode/run-episode.ts'
export { writeInspectLogs } from './export/inspect/write-inspect.ts'
export { writeOtlp } from './export/otlp/write-otlp.ts'
export type { Column } from './figures/column.ts'
export { type EnvironmentFigures, environmentCalls } from './figures/environment-calls.ts'
export { computeFigures, type EpisodeFigures } from './figures/figures.ts'
export { failureKind, type OutageWatch, ProviderOutage, watchForOutage } from './provider-outage.ts'
export { recompute } from './replay/recompute.ts'
export { recordedEnvironment, recordedModel } from './replay/recorded.ts'
export { type ReplayOptions, replayEpisode } from './replay/replay-episode.ts'
export { runSuite, type SuiteEvent } from './run-suite.ts'
export { fileTraces } from './store/file-traces.ts'
export { isWhole, runStored } from './store/run-stored.ts'
export { type EpisodeName, episodeName, type TraceStore, type TraceWriter } from './store/store.ts'
export { NotRecorded, Stopped } from './trace/cut-off.ts'
export { differences } from './trace/differences.ts'
export { countCharacters, digest } from './trace/digest.ts'
export { readRegularFile, writeWhole } from './trace/files.ts'
export {
  checkRunFolder,
  openRunFolder,
  type RunFolder,
  readRunFolder,
  readTraces,
  tracePath,
} from './trace/run-folder.ts'
export { isBeingWritten, lockRunFolder } from './trace/run-lock.ts'
export {
  type CallLine,
  type EndLine,
  type EpisodeEnd,
  type EpisodeLine,
  type ResetLine,
  type StepLine,
  type TraceLine,
  traceJsonSchema,
  traceLine,
} from './trace/trace.ts'
export {
  linesOf,
  openTraceFile,
  parseTrace,
  readTrace,
  type Trace,
  writeTrace,
} from './trace/trace-file.ts'
