export { defaultPolicies, policyOf } from './named-policies.ts'
export type { ContextPolicy, PolicyCall, PolicyMessage, PolicyRecord } from './policy.ts'
