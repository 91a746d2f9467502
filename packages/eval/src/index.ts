export type { Budget, Limit } from './budget.ts'
export {
  type Column,
  columns,
  faultColumn,
  promptChars,
  retries,
  score,
  soundRefusals,
  totalTokens,
} from './columns.ts'
export { differences } from './differences.ts'
export { countCharacters, digest } from './digest.ts'
export type { FaultFigures } from './faults.ts'
export { computeFigures, type EpisodeFigures } from './figures.ts'
export type { Clock } from './meter.ts'
export { type Difference, replayEpisode } from './replay.ts'
export {
  buildReport,
  type Cell,
  type Growth,
  type Published,
  type Report,
  type ReportOptions,
  type Row,
} from './report.ts'
export { reportCsv } from './report-csv.ts'
export { reportJson } from './report-json.ts'
export { reportMarkdown } from './report-markdown.ts'
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
export { type EpisodeEvent, runSuite, type SuiteOptions } from './run-suite.ts'
export { growthExponent, type Spread, spread } from './statistics.ts'
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
export { createTraceFile, readTrace, type Trace } from './trace-file.ts'
