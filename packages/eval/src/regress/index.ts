export { type Agreement, type Answer, askedSession } from './asked-session.ts'
export { type DecisionFigures, decisionFigures } from './decision-figures.ts'
