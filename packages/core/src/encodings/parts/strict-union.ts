import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { mapEntries } from '../../schema/subschemas.ts'
import { kindOf } from '../../schema/validator/json.ts'
import { mapValues, namedKeys, plainSchemas, typesOf, valuesOf } from './plain-schemas.ts'

/** Listed values beyond which only the type is said: strict modes limit how many a schema may list. */
const MOST_VALUES = 250

const SCALARS = ['string', 'number', 'integer', 'boolean']

export const NULL: JsonObject = { type: 'null' }

/**
 * Collects schemas and says what they allow within the rules of strict structured output (OpenAI's): closed
 * objects whose keys are all required, no keyword beside type, enum, items, anyOf, and alternatives whose first
 * keys differ. An optional key is required and may be null. Bounds and patterns are left out.
 *
 * Wider than the schemas in most places, and narrower in three: if a schema allows anything, only scalars
 * are left (strict mode has no free value, and JSON in a string is no value); of an object with free keys, only
 * its named ones or the empty object; below `levels` levels of arrays and objects, nothing.
 */
export class StrictUnion {
  readonly #root: JsonObject
  readonly #levels: number
  readonly #types = new Set<string>()
  readonly #values = new Set<JsonValue>()
  readonly #containers = new Map<string, JsonObject>()

  constructor(root: JsonObject, levels: number) {
    this.#root = root
    this.#levels = levels
  }

  add(schema: JsonValue): void {
    for (const plain of plainSchemas(this.#root, schema)) this.addPlain(plain)
  }

  addPlain(plain: JsonObject): void {
    const values = valuesOf(plain)
    for (const type of typesOf(plain) ?? ['string', 'number', 'boolean']) {
      if (type === 'object') this.#addObject(plain)
      else if (type === 'array') this.#addArray(plain)
      else if (values && type !== 'boolean') for (const value of values) this.#addValue(value, type)
      else this.#types.add(type)
    }
  }

  /** The alternatives, scalars first; none if nothing can be said. */
  branches(): JsonObject[] {
    const said = this.#types
    const types = SCALARS.filter((type) => said.has(type) && !(type === 'integer' && said.has('number')))
    const scalars = types.map((type) => ({ type }))
    return [...scalars, ...this.#listed(types), ...distinct([...this.#containers.values()])]
  }

  #addValue(value: JsonValue, type: string): void {
    const own = kindOf(value)
    if (own === type || (own === 'number' && type === 'integer')) this.#values.add(value)
  }

  #listed(types: readonly string[]): JsonObject[] {
    return ['string', 'number'].flatMap((type) => {
      const values = [...this.#values].filter((value) => typeof value === type)
      if (types.includes(type) || values.length === 0) return []
      return values.length > MOST_VALUES ? [{ type }] : [{ type, enum: values }]
    })
  }

  #addArray(plain: JsonObject): void {
    const below = this.#below()
    if (!below) return
    const { prefixItems, items } = plain
    for (const item of [prefixItems ?? [], items ?? (prefixItems ? [] : true)].flat()) below.add(item)
    const branches = below.branches()
    // If nothing can be said of the items, the empty array at least can be written.
    this.#addContainer({
      type: 'array',
      items: eitherOf(branches.length > 0 ? branches : [{ type: 'string' }]),
    })
  }

  #addObject(plain: JsonObject): void {
    const { properties, required } = namedKeys(plain)
    if (required.size === 0) this.#addContainer(closed({}))
    if (Object.keys(properties).length === 0) return
    let isComplete = true
    const written = mapEntries(properties, (schema, key) => {
      const below = this.#below()
      below?.add(schema)
      const branches = below?.branches() ?? []
      if (branches.length === 0 && required.has(key)) isComplete = false
      return eitherOf(required.has(key) ? branches : [...branches, NULL])
    })
    if (isComplete) this.#addContainer(closed(written))
  }

  #below(): StrictUnion | undefined {
    return this.#levels === 0 ? undefined : new StrictUnion(this.#root, this.#levels - 1)
  }

  #addContainer(schema: JsonObject): void {
    this.#containers.set(JSON.stringify(schema), schema)
  }
}

/**
 * Adds what may stand under any key of a state with this schema, however deep; not what stands in arrays,
 * which change as a whole.
 */
export function addPlaces(union: StrictUnion, root: JsonObject): void {
  const seen = new Set<JsonValue>()
  const work: JsonValue[] = [root]
  for (const schema of work) {
    for (const plain of plainSchemas(root, schema)) {
      if (!(typesOf(plain) ?? ['object']).includes('object')) continue
      for (const value of [...Object.values(namedKeys(plain).properties), ...mapValues(plain)]) {
        if (isJsonObject(value) && seen.has(value)) continue
        seen.add(value)
        union.add(value)
        if (isJsonObject(value)) work.push(value)
      }
    }
  }
}

export function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export function eitherOf(branches: readonly JsonObject[]): JsonObject {
  const [only] = branches
  return branches.length === 1 && only ? only : { anyOf: branches }
}

/** Reorders keys so that no two objects begin with the same one; leaves an object out if that cannot be. */
function distinct(containers: readonly JsonObject[]): JsonObject[] {
  const taken = new Set<string>()
  return containers.flatMap((schema) => {
    const { properties } = schema
    if (!isJsonObject(properties)) return [schema]
    const keys = Object.keys(properties)
    const first = keys.find((key) => !taken.has(key))
    if (first === undefined) return keys.length === 0 ? [schema] : []
    taken.add(first)
    const order = [first, ...keys.filter((key) => key !== first)]
    return [closed(Object.fromEntries(order.map((key) => [key, properties[key] ?? NULL])))]
  })
}
