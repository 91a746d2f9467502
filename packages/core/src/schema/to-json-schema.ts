import type { JsonObject, JsonValue, StandardJsonSchema, StateSchema } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { isPlain } from '../json/is-plain.ts'
import { pointerStep } from '../json/pointer.ts'

/**
 * A skill's schema as JSON Schema: itself if it is JSON Schema, else what its library says of the values that it
 * gives (its output). Throws an error that says why there is none.
 *
 * What `z.toJSONSchema` makes is JSON Schema, and is taken as it is: the method that it hides, by which it could be
 * made anew, knows nothing of what was done to it since.
 */
export function toJsonSchema(schema: StateSchema): JsonObject {
  const library = libraryOf(schema)
  if (library === undefined) return checkData(schema as JsonObject)
  if (typeof library['~standard'].jsonSchema?.output !== 'function') {
    const { vendor } = library['~standard']
    throw new Error(
      `the library "${vendor}" gives no JSON Schema for it: use zod 4, or pass JSON Schema itself`,
    )
  }
  // The library's own types are wider than JSON.
  return library['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as JsonObject
}

/** A schema of a library that knows Standard Schema; undefined for JSON Schema. */
export function libraryOf(schema: StateSchema): StandardJsonSchema | undefined {
  const isData = isPlain(schema) && !Object.keys(schema).includes('~standard')
  return !isData && '~standard' in schema ? (schema as StandardJsonSchema) : undefined
}

/** Throws for what JSON cannot say, such as the methods of a parser. Absent values may be undefined. */
function checkData(schema: JsonObject): JsonObject {
  const work: (readonly [value: unknown, path: string, depth: number])[] = [[schema, '', 0]]
  for (let next = work.pop(); next; next = work.pop()) {
    const [value, path, depth] = next
    if (isScalar(value)) continue
    if (!(Array.isArray(value) || isPlain(value)) || depth > 500) {
      const found = depth > 500 ? 'more than 500 levels' : describeValue(value)
      throw new Error(`expected JSON Schema, or a schema of zod 4, found ${found} at "${path}"`)
    }
    for (const [key, child] of Object.entries(value)) work.push([child, path + pointerStep(key), depth + 1])
  }
  return schema
}

function isScalar(value: unknown): value is JsonValue | undefined {
  return value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
