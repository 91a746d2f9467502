export {
  type ComparedSession,
  type ComparedStep,
  compareSessions,
  isSameJson,
  isUndecided,
  type Regression,
} from './compare-sessions.ts'
export { type Found, type Part, valueText } from './difference.ts'
export { regressionText } from './text.ts'
