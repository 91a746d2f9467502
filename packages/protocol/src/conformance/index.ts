export type { Check } from './check.ts'
