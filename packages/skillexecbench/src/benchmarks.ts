/** Each benchmark that can be named, in one line. Command line and suites read this list. */
export { delayed } from './delayed/benchmark.ts'
export { lookback } from './lookback/benchmark.ts'
export { repository } from './repository/benchmark.ts'
export { retraction } from './retraction/benchmark.ts'
export { stateRecall } from './state-recall/benchmark.ts'
export { warehouse } from './warehouse/benchmark.ts'
export { warehouse2 } from './warehouse-2/benchmark.ts'
