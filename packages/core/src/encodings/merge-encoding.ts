import { isJsonObject, type JsonObject, type JsonValue, known, type Result } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { resolvePointer } from '../json/pointer.ts'
import { isSelfContained, pointerOf } from '../schema/references.ts'
import { listOf, mapEntries, mapSubschemas, omit, pick, withPrefixItems } from '../schema/subschemas.ts'
import type { PatchEncoding } from './encoding.ts'
import { NULL } from './parts/strict-union.ts'

/** The paper's: a merge patch itself, where an omitted key stays and null deletes. */
export const mergeEncoding: PatchEncoding = {
  name: 'merge',
  form: '{ <dict: your state updates, set keys to null to delete> }',
  patchSchema: mergePatchSchema,
  decode(written): Result<JsonObject> {
    if (isJsonObject(written)) return { ok: true, value: written }
    const message = `expected a state patch that is a JSON object, found ${describeValue(written)}`
    return { ok: false, issues: [{ path: '', message }] }
  },
}

/** Keywords about scalars, and what a reader is told. */
const VERBATIM = `title description minLength maxLength pattern format minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf`.split(/\s+/)

/** Keywords about arrays. An array replaces as a whole, so they hold for a patch as they do for a state. */
const ARRAY = 'prefixItems items contains minContains maxContains minItems maxItems uniqueItems'.split(' ')

/** Types of a value that a patch sets; null would delete. */
const SETTABLE = ['string', 'number', 'boolean', 'array', 'object']

/**
 * JSON Schema of the merge patches (RFC 7396) for states of a schema. Accepts every patch that leads from one
 * valid state to another and deletes only what is there; rejects what no state could take: a value of the wrong type,
 * the deletion of a required key, and any key if keys are closed, its deletion too: a model that is held to the
 * schema could else continue deleting what never was.
 *
 * What a patch alone cannot tell is left open: counts of keys, conditions between keys, `not`.
 */
export function mergePatchSchema(stateSchema: JsonObject): JsonObject {
  if (!isSelfContained(stateSchema)) return { type: 'object' }
  const derivation = new Derivation(stateSchema)
  const patch = derivation.patch(stateSchema)
  return { ...(isJsonObject(patch) && patch), type: 'object', ...derivation.definitions() }
}

/** Derives from one document. A schema means two things: a value as a whole, or what a patch sets in its place. */
class Derivation {
  readonly #root: JsonObject
  readonly #names = new Map<string, string>()
  readonly #definitions = new Map<string, JsonValue>()

  constructor(root: JsonObject) {
    this.#root = root
  }

  definitions(): JsonObject {
    return this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries(this.#definitions) }
  }

  /** The schema of what a patch writes if the state's value has this schema, deletion left out. */
  patch(schema: JsonValue): JsonValue {
    if (schema === false || (isJsonObject(schema) && schema.const === null)) return false
    if (!isJsonObject(schema)) return { type: SETTABLE }
    const conditions = this.#conditions(schema)
    const [only] = conditions
    return {
      ...typeOf(schema, conditions.length > 0 || 'enum' in schema || 'const' in schema),
      ...pick(schema, VERBATIM),
      ...this.#entries(schema),
      ...this.#value(pick(withPrefixItems(schema), ARRAY)),
      ...(conditions.length > 1 ? { allOf: conditions } : isJsonObject(only) ? only : {}),
    }
  }

  #entries(schema: JsonObject): JsonObject {
    const { properties, patternProperties, additionalProperties, propertyNames, required } = schema
    if (isJsonObject(propertyNames) && !properties && !patternProperties) {
      const { pattern } = propertyNames
      const value = nullable(this.patch(additionalProperties ?? true))
      if (typeof pattern === 'string') {
        return { patternProperties: { [pattern]: value }, additionalProperties: false }
      }
    }
    const kept = new Set(Array.isArray(required) ? required : [])
    const deletable = (value: JsonValue): JsonValue => nullable(this.patch(value))
    return known({
      properties: isJsonObject(properties)
        ? mapEntries(properties, (value, key) => (kept.has(key) ? this.patch(value) : deletable(value)))
        : undefined,
      patternProperties: isJsonObject(patternProperties)
        ? mapEntries(patternProperties, deletable)
        : undefined,
      additionalProperties: additionalProperties && deletable(additionalProperties),
    })
  }

  /** What must hold beside the keywords of one level. */
  #conditions(schema: JsonObject): JsonValue[] {
    const { $ref, allOf, anyOf, oneOf } = schema
    return [
      ...(typeof $ref === 'string' ? [this.#refer($ref, 'patch')] : []),
      ...listOf(allOf).map((each) => this.patch(each)),
      ...(anyOf === undefined ? [] : [this.#either(listOf(anyOf))]),
      // Of two alternatives, a patch may fit both while the state after it fits one.
      ...(oneOf === undefined ? [] : [this.#either(listOf(oneOf))]),
      ...('enum' in schema ? [oneOfValues(listOf(schema.enum))] : []),
      ...('const' in schema ? [oneOfValues([schema.const ?? null])] : []),
    ]
  }

  #either(alternatives: readonly JsonValue[]): JsonObject {
    return { anyOf: alternatives.map((each) => this.patch(each)) }
  }

  /** A schema of a whole value, unchanged but for where its references lead. */
  #value(schema: JsonObject): JsonObject {
    const { $ref, ...own } = omit(schema, ['$defs', 'definitions', '$schema', '$comment'])
    const value = mapSubschemas(withPrefixItems(own), (below) => this.#below(below))
    return typeof $ref === 'string' ? { ...value, ...this.#refer($ref, 'value') } : value
  }

  #below(schema: JsonValue): JsonValue {
    return isJsonObject(schema) ? this.#value(schema) : schema
  }

  #refer(reference: string, meaning: 'patch' | 'value'): JsonObject {
    const pointer = pointerOf(this.#root, reference) ?? ''
    const known = this.#names.get(`${meaning} ${pointer}`)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    const name = this.#newName(pointer, meaning)
    this.#names.set(`${meaning} ${pointer}`, name)
    const target = resolvePointer(this.#root, pointer) ?? true
    this.#definitions.set(name, meaning === 'patch' ? this.patch(target) : this.#below(target))
    return { $ref: `#/$defs/${name}` }
  }

  #newName(pointer: string, meaning: string): string {
    const last = pointer.split('/').at(-1) || 'state'
    const base = `${last.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_${meaning}`
    const taken = new Set(this.#names.values())
    let name = base
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`
    return name
  }
}

function typeOf({ type }: JsonObject, isSaidElsewhere: boolean): JsonObject {
  if (type === undefined) return isSaidElsewhere ? {} : { type: SETTABLE }
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  const [only] = types
  return types.length > 1 ? { type: types } : only === undefined ? { not: {} } : { type: only }
}

/** Of an object among the values, a patch may write a part; null is not written, and an empty list is no schema. */
function oneOfValues(values: readonly JsonValue[]): JsonObject {
  const plain = values.filter((value) => value !== null && !isJsonObject(value))
  const ways = [
    ...(plain.length > 0 ? [{ enum: plain }] : []),
    ...(values.some(isJsonObject) ? [{ type: 'object' }] : []),
  ]
  const [only = { not: {} }] = ways
  return ways.length > 1 ? { anyOf: ways } : only
}

function nullable(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return NULL
  const { type, anyOf, ...others } = schema
  if (type === undefined && Array.isArray(anyOf) && Object.keys(others).length === 0) {
    return { anyOf: [...anyOf, NULL] }
  }
  const isOfTypeOnly = type !== undefined && !['$ref', 'anyOf', 'allOf', 'enum'].some((key) => key in schema)
  if (!isOfTypeOnly) return { anyOf: [schema, NULL] }
  return type === SETTABLE ? others : { ...schema, type: [...[type].flat(), 'null'] }
}
