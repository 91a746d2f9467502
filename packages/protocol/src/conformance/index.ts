export type { Check } from './rules/check.ts'
export { type EnvironmentSuiteOptions, testEnvironment } from './test-environment.ts'
export { type ModelSuiteOptions, testModel } from './test-model.ts'
export { type RuntimeSuiteOptions, testRuntime } from './test-runtime.ts'
