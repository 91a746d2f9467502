import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ValidateFunction } from 'ajv'
import type { SchemaDocument } from './_json-schema.ts'
import { pointerStep, resolvePointer } from './_pointer.ts'
import { hasPlainReferences, pointerOf } from './_references.ts'

/**
 * Keywords whose verdict on an object can depend on keys that a change does not touch. A level that has one is
 * judged as a whole.
 */
const WHOLE = [
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
  'enum',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
]

/** What a schema says about the entries of an object, each of which can be judged alone. */
interface EntryRules {
  readonly required: ReadonlySet<string>
  readonly least: number
  readonly most: number
  readonly names: SchemaLevel | undefined
  /** Schemas of the same object: `$ref` and `allOf`. */
  readonly also: readonly SchemaLevel[]
  /** Schemas of one entry's value. */
  values(key: string): readonly SchemaLevel[]
}

/** One place of a schema, with the places below it. */
export class SchemaLevel {
  readonly #document: SchemaDocument
  readonly #pointer: string
  readonly #levels: Map<string, SchemaLevel>
  #rules: EntryRules | 'whole' | undefined
  #validate: ValidateFunction | undefined

  private constructor(document: SchemaDocument, pointer: string, levels: Map<string, SchemaLevel>) {
    this.#document = document
    this.#pointer = pointer
    this.#levels = levels
    levels.set(pointer, this)
  }

  static root(document: SchemaDocument): SchemaLevel {
    const level = new SchemaLevel(document, '', new Map())
    if (!hasPlainReferences(document.root)) level.#rules = 'whole'
    return level
  }

  /** The verdict on a value by itself. */
  accepts(value: JsonValue): boolean {
    this.#validate ??= this.#document.at(this.#pointer)
    return this.#validate(value)
  }

  /** Absent where an object must be judged as a whole. */
  get rules(): EntryRules | undefined {
    this.#rules ??= this.#read()
    return this.#rules === 'whole' ? undefined : this.#rules
  }

  /** Pointers of all places that judging changes can reach, this one included. */
  reachable(found: Set<string> = new Set()): Set<string> {
    if (found.has(this.#pointer)) return found
    found.add(this.#pointer)
    const schema = resolvePointer(this.#document.root, this.#pointer)
    if (this.rules === undefined || !isJsonObject(schema)) return found
    for (const keyword of ['properties', 'patternProperties']) {
      const named = schema[keyword]
      if (!isJsonObject(named)) continue
      for (const key of Object.keys(named)) this.#below(keyword, key).reachable(found)
    }
    if ('additionalProperties' in schema) this.#below('additionalProperties').reachable(found)
    for (const level of [...this.rules.also, this.rules.names]) level?.reachable(found)
    return found
  }

  #read(): EntryRules | 'whole' {
    const schema = resolvePointer(this.#document.root, this.#pointer)
    if (!isJsonObject(schema)) return 'whole'
    if (WHOLE.some((keyword) => keyword in schema) || namesPrototype(schema)) return 'whole'
    const also = this.#also(schema)
    if (also === undefined) return 'whole'
    return {
      required: new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []),
      least: typeof schema.minProperties === 'number' ? schema.minProperties : 0,
      most: typeof schema.maxProperties === 'number' ? schema.maxProperties : Infinity,
      names: 'propertyNames' in schema ? this.#below('propertyNames') : undefined,
      also,
      values: this.#values(schema),
    }
  }

  #also(schema: JsonObject): SchemaLevel[] | undefined {
    const all = Array.isArray(schema.allOf) ? schema.allOf.map((_, at) => this.#below('allOf', at)) : []
    if (schema.$ref === undefined) return all
    const target = pointerOf(this.#document.root, schema.$ref)
    if (target === undefined || resolvePointer(this.#document.root, target) === undefined) return undefined
    return [...all, this.#at(target)]
  }

  #values(schema: JsonObject): EntryRules['values'] {
    const { properties, patternProperties } = schema
    const named = new Map(
      Object.keys(isJsonObject(properties) ? properties : {}).map((key) => [
        key,
        [this.#below('properties', key)],
      ]),
    )
    const patterns = Object.keys(isJsonObject(patternProperties) ? patternProperties : {}).map(
      (pattern) => [new RegExp(pattern, 'u'), this.#below('patternProperties', pattern)] as const,
    )
    const others = 'additionalProperties' in schema ? [this.#below('additionalProperties')] : []
    return (key) => {
      const own = named.get(key)
      if (patterns.length === 0) return own ?? others
      const matching = patterns.filter(([pattern]) => pattern.test(key)).map(([, level]) => level)
      const all = [...(own ?? []), ...matching]
      return all.length > 0 ? all : others
    }
  }

  #below(keyword: string, key?: string | number): SchemaLevel {
    const step = pointerStep(keyword) + (key === undefined ? '' : pointerStep(key))
    return this.#at(this.#pointer + step)
  }

  #at(pointer: string): SchemaLevel {
    return this.#levels.get(pointer) ?? new SchemaLevel(this.#document, pointer, this.#levels)
  }
}

/** Ajv skips what a schema says of the key `__proto__`; to do the same is left to ajv. */
function namesPrototype({ properties = {}, patternProperties = {} }: JsonObject): boolean {
  return [properties, patternProperties].some(
    (named) => isJsonObject(named) && Object.hasOwn(named, '__proto__'),
  )
}
