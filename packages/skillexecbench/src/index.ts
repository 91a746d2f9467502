import type { Benchmark } from '@skill-state/protocol'
import * as all from './benchmarks.ts'

export * from './benchmarks.ts'
export { delayedBenchmark } from './delayed/benchmark.ts'
export type { NoiseCondition } from './noise/source.ts'
export { linesOfNoise } from './noise/telemetry.ts'
export { repositoryBenchmark } from './repository/benchmark.ts'
export { warehouseBenchmark } from './warehouse/benchmark.ts'
export { warehousePlayer } from './warehouse/player/player.ts'

export const benchmarks: readonly Benchmark[] = Object.values(all)
