export { traceEpisode } from '../import/formats/trace.ts'
export { missingFacts, originsOf } from './missing-facts.ts'
export { factLine } from './missing-lines.ts'
