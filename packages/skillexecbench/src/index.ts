import type { Benchmark } from '@skill-state/protocol'
import * as all from './benchmarks.ts'

export * from './benchmarks.ts'
export { createDelayed } from './delayed/benchmark.ts'
export { repositoryNoise } from './noise/repository.ts'
export type { NoiseCondition } from './noise/source.ts'
export { linesOfNoise } from './noise/telemetry.ts'
export { warehouseNoise } from './noise/warehouse.ts'
export { withNoise } from './noise/with-noise.ts'
export { createRepository } from './repository/benchmark.ts'
export { retractionPlayer } from './retraction/player.ts'
export { createWarehouse } from './warehouse/benchmark.ts'
export { createWarehousePlayer } from './warehouse/player/player.ts'
export type { WarehouseVariant } from './warehouse/variant.ts'
export { createWarehouse2 } from './warehouse-2/benchmark.ts'

/** Every benchmark of this package. */
export const benchmarks: readonly Benchmark[] = Object.values(all)
