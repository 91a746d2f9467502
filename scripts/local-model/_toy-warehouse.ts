// A warehouse for a model that can hardly read: few shelves, and a schema that names each of them, so that a reply
// which is held to it comes to an end.
import {
  type Benchmark,
  isJsonObject,
  type JsonObject,
  type Task,
} from '../../packages/protocol/src/index.ts'
import { warehouseBenchmark } from '../../packages/skillexecbench/src/index.ts'

const SHELVES = 5

/** Most characters of a text in a reply that is held to the schema. */
export const LONGEST_TEXT = 40

const base: Benchmark = warehouseBenchmark({ shelves: SHELVES })

export const toyWarehouse: Benchmark = {
  ...base,
  id: `toy-${base.id}`,
  skill: { ...base.skill, schema: namedShelves() },
}

/** The task of an episode with so many events. */
export function toyTask(horizon: number): Task {
  const [task] = toyWarehouse.tasks({ horizons: [horizon], seeds: [1] })
  if (task === undefined) throw new Error(`the warehouse has no task with ${horizon} events`)
  return task
}

/** A schema of answers whose texts have an end. */
export function withShortTexts(schema: JsonObject): JsonObject {
  if (!isJsonObject(schema.properties)) return schema
  const properties = Object.entries(schema.properties).map(([name, value]) => [
    name,
    isJsonObject(value) && value.type === 'string' ? { maxLength: LONGEST_TEXT, ...value } : value,
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function namedShelves(): JsonObject {
  const item = { type: 'string', minLength: 1, maxLength: 8 }
  const shelves = Array.from({ length: SHELVES }, (_, index) => [`shelf_${index}`, item])
  const inventory = { type: 'object', properties: Object.fromEntries(shelves), additionalProperties: false }
  return { type: 'object', properties: { inventory }, required: ['inventory'], additionalProperties: false }
}
