export { traceEpisode } from '../import/formats/trace.ts'
export { type BadAction, missingFacts, originsOf } from './missing-facts.ts'
export { factLine } from './missing-lines.ts'
