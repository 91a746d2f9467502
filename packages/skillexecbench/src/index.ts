export { createDelayed, type DelayedOptions, delayed } from './delayed/benchmark.ts'
export { createDelayedEnvironment, type DelayedEnvironmentOptions } from './delayed/environment.ts'
export { type DelayedEvent, type DelayedEventOptions, generateDelayedEvents } from './delayed/events.ts'
export { createDelayedPlayer } from './delayed/player.ts'
export { createDelayedSkill, type DelayedForm } from './delayed/skill.ts'
export { retraction } from './retraction/benchmark.ts'
export { createRetractionEnvironment, type RetractionEnvironmentOptions } from './retraction/environment.ts'
export {
  generateRetractionEvents,
  type RetractionEvent,
  type RetractionEventOptions,
} from './retraction/events.ts'
export { retractionPlayer } from './retraction/player.ts'
export { retractionSkill } from './retraction/skill.ts'
export { createWarehouse, warehouse } from './warehouse/benchmark.ts'
export { createWarehouseEnvironment, type WarehouseOptions } from './warehouse/environment.ts'
export { type EventOptions, generateEvents, type WarehouseEvent } from './warehouse/events.ts'
export { createWarehousePlayer } from './warehouse/player.ts'
export { createWarehouseSkill } from './warehouse/skill.ts'
