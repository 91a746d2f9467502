export { type Field, type FieldSource, parseFields } from '@skill-state/core/capture'
export { type AsState, type AsStateOptions, asState } from './as-state/as-state.ts'
export { playAsState, type StateCall } from './as-state/play-as-state.ts'
export type { AuditOptions } from './audit-episode.ts'
export { Audit, type AuditDocument } from './document/audit.ts'
export type { AuditDetails } from './document/details.ts'
export type { Episode, Message, RecordedUsage, ToolCall } from './episode.ts'
export type { Format } from './import/formats/format.ts'
export { formats } from './import/formats/index.ts'
export { traceEpisode } from './import/formats/trace.ts'
export { type ReadOptions, type Recording, readRecordings } from './import/read-recordings.ts'
export { type RetainedNeeds, retainedNeeds } from './measure/retained-needs.ts'
export {
  type BadAction,
  type MissingFact,
  missingFacts,
  type Origins,
  originsOf,
} from './missing/missing-facts.ts'
export { missingLines } from './missing/missing-lines.ts'
export { Coverage, type CoverageFigures } from './propose/coverage.ts'
export type { CurvePoint, Form } from './propose/mine.ts'
export { type Proposal, type ProposeOptions, proposeState } from './propose/propose.ts'
export { asStateLines, stateCallLines } from './report/as-state.ts'
export { compareMarkdown } from './report/compare.ts'
export { coverageMarkdown } from './report/coverage.ts'
export { auditMarkdown } from './report/markdown.ts'
