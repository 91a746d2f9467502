export { verifyTau3Bench } from './verify/verify-tau3-bench.ts'
