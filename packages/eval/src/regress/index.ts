export type { Agreement } from './agreement.ts'
export { type Answer, askedSession } from './asked-session.ts'
export { type DecisionFigures, decisionFigures } from './decision-figures.ts'
