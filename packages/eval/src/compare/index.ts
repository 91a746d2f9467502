export type { ComparedCell } from './cells.ts'
export type { ComparedFigure } from './compare-figure.ts'
export {
  type ComparedRow,
  type ComparedRun,
  type CompareOptions,
  compareRuns,
  type RunComparison,
} from './compare-runs.ts'
export { conditionDifferences } from './condition-differences.ts'
export { measureNoise, type Noise, type NoiseFigure, type NoiseRow } from './measure-noise.ts'
export { type RepetitionNoise, repetitionNoise } from './repetition-noise.ts'
