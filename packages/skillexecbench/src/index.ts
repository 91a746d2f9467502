import type { Benchmark } from '@skill-state/protocol'
import * as all from './benchmarks.ts'

export * from './benchmarks.ts'
export { createDelayed, type DelayedOptions } from './delayed/benchmark.ts'
export { createDelayedEnvironment, type DelayedEnvironmentOptions } from './delayed/environment.ts'
export { type DelayedEvent, type DelayedEventOptions, generateDelayedEvents } from './delayed/events.ts'
export { createDelayedPlayer } from './delayed/player.ts'
export { createDelayedSkill, type DelayedForm } from './delayed/skill.ts'
export type { NoiseOptions } from './noise/options.ts'
export type { Random } from './noise/random.ts'
export { repositoryNoise } from './noise/repository.ts'
export type { NoiseCondition, NoiseSource, NoiseTable } from './noise/source.ts'
export { linesOfNoise } from './noise/telemetry.ts'
export { warehouseNoise } from './noise/warehouse.ts'
export { type WithNoiseOptions, withNoise } from './noise/with-noise.ts'
export { createRepository } from './repository/benchmark.ts'
export type { Scenario as RepositoryScenario } from './repository/course/scenario.ts'
export type { RepositoryOptions } from './repository/variant.ts'
export { createRetractionEnvironment, type RetractionEnvironmentOptions } from './retraction/environment.ts'
export {
  generateRetractionEvents,
  type RetractionEvent,
  type RetractionEventOptions,
} from './retraction/events.ts'
export { retractionPlayer } from './retraction/player.ts'
export { retractionSkill } from './retraction/skill.ts'
export { createWarehouse } from './warehouse/benchmark.ts'
export { createWarehouseEnvironment } from './warehouse/environment.ts'
export type { WarehouseOptions } from './warehouse/options.ts'
export { createWarehousePlayer } from './warehouse/player/player.ts'
export { createWarehouseSkill } from './warehouse/skill.ts'
export type { WarehouseVariant } from './warehouse/variant.ts'
export { type EventOptions, generateEvents, type WarehouseEvent } from './warehouse/world/events.ts'
export type { Scenario as WarehouseScenario } from './warehouse/world/plan.ts'
export { createWarehouse2, type Warehouse2Options } from './warehouse-2/benchmark.ts'

/** Every benchmark of this package. */
export const benchmarks: readonly Benchmark[] = Object.values(all)
