import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { MAX_DEPTH } from '../json/limits.ts'
import { setOwn } from '../state/own.ts'
import { followReference } from './references.ts'

/** A value with the defaults of its schema where an object lacks a property; the same value if it lacks none. Judges nothing. */
export function withDefaults(root: JsonObject, value: JsonObject): JsonObject {
  return fill(root, root, value, MAX_DEPTH) as JsonObject
}

function fill(root: JsonObject, schema: JsonValue | undefined, value: JsonValue, levels: number): JsonValue {
  if (!isJsonObject(schema) || levels === 0) return value
  const parts = [
    ...('$ref' in schema ? [followReference(root, schema.$ref)] : []),
    ...(Array.isArray(schema.allOf) ? schema.allOf : []),
  ]
  const filled = parts.reduce<JsonValue>((sum, part) => fill(root, part, sum, levels - 1), value)
  if (Array.isArray(filled)) {
    const items = filled.map((each: JsonValue) => fill(root, schema.items, each, levels - 1))
    return items.some((item, index) => item !== filled[index]) ? items : filled
  }
  return isJsonObject(filled) ? fillObject(root, schema, filled, levels - 1) : filled
}

function fillObject(root: JsonObject, schema: JsonObject, value: JsonObject, levels: number): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const filled: { [key: string]: JsonValue } = {}
  for (const [key, below] of Object.entries(value)) {
    const its = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    setOwn(filled, key, fill(root, its, below, levels))
  }
  for (const [key, its] of Object.entries(properties)) {
    const found = Object.hasOwn(value, key) ? undefined : defaultOf(root, its)
    if (found !== undefined) setOwn(filled, key, fill(root, its, found, levels))
  }
  const keys = Object.keys(filled)
  const isSame = keys.length === Object.keys(value).length && keys.every((key) => filled[key] === value[key])
  return isSame ? value : filled
}

function defaultOf(root: JsonObject, schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return undefined
  if ('default' in schema) return schema.default
  const target = '$ref' in schema ? followReference(root, schema.$ref) : undefined
  return isJsonObject(target) ? target.default : undefined
}
