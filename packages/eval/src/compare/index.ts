export {
  type ComparedRun,
  type CompareOptions,
  compareRuns,
  type RunComparison,
} from './compare-runs.ts'
export { conditionDifferences } from './condition-differences.ts'
export { measureNoise, type Noise } from './measure-noise.ts'
export { repetitionNoise } from './repetition-noise.ts'
