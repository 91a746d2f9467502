export { defaultPolicies, policyOf } from './named-policies.ts'
export type { PolicyCall, PolicyMessage, PolicyRecord } from './policy.ts'
