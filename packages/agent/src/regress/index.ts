export type { Difference } from './difference.ts'
export { type Recording, type Regression, regress } from './regress.ts'
export { regressionText } from './text.ts'
