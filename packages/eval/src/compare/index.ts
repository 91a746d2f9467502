export { type ComparedCell, type Split, splits } from './cells.ts'
export type { ComparedFigure } from './compare-figure.ts'
export {
  type ComparedRow,
  type ComparedRun,
  type CompareOptions,
  compareRuns,
  type RunComparison,
} from './compare-runs.ts'
export { type ConditionDifference, conditionDifferences } from './condition-differences.ts'
export {
  measureNoise,
  type Noise,
  type NoiseFigure,
  type NoiseOptions,
  type NoiseRow,
  type NoiseSource,
} from './measure-noise.ts'
export type { Unpaired } from './pair-episodes.ts'
export { type RepetitionNoise, repetitionNoise } from './repetition-noise.ts'
