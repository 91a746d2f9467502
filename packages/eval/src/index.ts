export { tracesAside } from './aside.ts'
export type { Budget, Limit } from './budget.ts'
export {
  type Column,
  calls,
  columns,
  faultColumn,
  metricColumn,
  mistakeColumn,
  promptChars,
  recovered,
  recoverySteps,
  refused,
  resolved,
  retries,
  score,
  soundRefusals,
  totalTokens,
  updatesApplied,
} from './columns.ts'
export { type ComparedCell, type Split, splits } from './compare/cells.ts'
export type { ComparedFigure } from './compare/compare-figure.ts'
export {
  type ComparedRow,
  type ComparedRun,
  type CompareOptions,
  comparedColumns,
  compareRuns,
  type RunComparison,
} from './compare/compare-runs.ts'
export { comparisonMarkdown } from './compare/comparison-markdown.ts'
export { type ConditionDifference, conditionDifferences } from './compare/condition-differences.ts'
export {
  measureNoise,
  type Noise,
  type NoiseFigure,
  type NoiseOptions,
  type NoiseRow,
  type NoiseSource,
} from './compare/measure-noise.ts'
export { noiseMarkdown } from './compare/noise-markdown.ts'
export type { Unpaired } from './compare/pair-episodes.ts'
export type { RepetitionNoise } from './compare/repetition-noise.ts'
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
export { printable, printableJson, printableLine } from './printable.ts'
export { failureKind, type OutageWatch, ProviderOutage, watchForOutage } from './provider-outage.ts'
export { readRegularFile } from './read-regular-file.ts'
export { type Difference, type ReplayOptions, replayEpisode } from './replay.ts'
export {
  buildReport,
  type Cell,
  type Published,
  type PublishedFigure,
  type Report,
  type ReportOptions,
  type Row,
} from './report.ts'
export { reportCsv } from './report-csv.ts'
export type { Curve } from './report-curves.ts'
export type { Growth } from './report-growth.ts'
export { reportJson } from './report-json.ts'
export { reportLatex } from './report-latex.ts'
export { reportMarkdown } from './report-markdown.ts'
export { byBenchmark, type ReportPart } from './report-parts.ts'
export type { Comparison } from './report-tests.ts'
export { reportText } from './report-text.ts'
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
export {
  type Bootstrap,
  type BootstrapOptions,
  bootstrapMean,
  type Unresampled,
} from './statistics/bootstrap.ts'
export { type ClusteredMean, clusteredMean } from './statistics/clusters.ts'
export { detectableEffect } from './statistics/detectable-effect.ts'
export { growthExponent } from './statistics/growth.ts'
export { holm } from './statistics/holm.ts'
export type { Interval } from './statistics/interval.ts'
export { type McNemarTest, mcnemar, type UntestedAnswers } from './statistics/mcnemar.ts'
export { type PairedTest, pairedTest, type UntestedPairs } from './statistics/paired-test.ts'
export { type Spread, spread } from './statistics/spread.ts'
export { wilsonInterval } from './statistics/wilson-interval.ts'
export {
  answersOf,
  checkMatchFile,
  type MatchFile,
  openMatchFile,
  readMatches,
} from './step-match/match-file.ts'
export { type FailedMatch, type MatchConditions, type MatchLine, stepKey } from './step-match/match-line.ts'
export { type MatchTitle, matchMarkdown } from './step-match/match-markdown.ts'
export { buildMatchReport, type MatchReport } from './step-match/match-report.ts'
export { type Matched, type MatchOptions, matchRun } from './step-match/match-run.ts'
export { requireSameStates } from './step-match/same-states.ts'
export { Stopped } from './stopped.ts'
export { episodeName } from './store/episode-name.ts'
export { fileStore } from './store/file-store.ts'
export { isWhole, runStored, type StoredOptions } from './store/run-stored.ts'
export type { EpisodeName, EpisodeStatus, Store, TraceWriter } from './store/store.ts'
export { reportTables } from './tables/report-tables.ts'
export type { Table, TableColumn, TableRow } from './tables/table.ts'
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
