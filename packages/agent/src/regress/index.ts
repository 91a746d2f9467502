export { type Regression, regressionText } from '@skill-state/protocol/regress'
export { type Recording, regress } from './regress.ts'
