export type { Episode } from '../episode.ts'
export { traceEpisode } from '../import/formats/trace.ts'
export {
  type BadAction,
  type MissingFact,
  type MissingOptions,
  missingFacts,
  type Origins,
  originsOf,
} from './missing-facts.ts'
export { factLine } from './missing-lines.ts'
