import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { pointerStep, resolvePointer } from '../json/pointer.ts'
import { compilePattern } from '../pattern/pattern.ts'
import type { Run } from '../pattern/run.ts'
import { hasPlainReferences, pointerOf } from './references.ts'
import type { SchemaDocument } from './validator/document.ts'
import type { Node } from './validator/node.ts'

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
  values(key: string, run: Run): readonly SchemaLevel[]
}

/** One place of a schema, with the places below it. */
export class SchemaLevel {
  readonly #document: SchemaDocument
  readonly #pointer: string
  readonly #levels: Map<string, SchemaLevel>
  #rules: EntryRules | 'whole' | undefined
  #node: Node | undefined

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

  /** Judges a value by itself. */
  get node(): Node {
    this.#node ??= this.#document.at(this.#pointer)
    return this.#node
  }

  /** Absent if an object must be judged as a whole. */
  get rules(): EntryRules | undefined {
    this.#rules ??= this.#read()
    return this.#rules === 'whole' ? undefined : this.#rules
  }

  #read(): EntryRules | 'whole' {
    const schema = resolvePointer(this.#document.root, this.#pointer)
    if (!isJsonObject(schema)) return 'whole'
    if (WHOLE.some((keyword) => keyword in schema)) return 'whole'
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
      (pattern) => [compilePattern(pattern), this.#below('patternProperties', pattern)] as const,
    )
    const others = 'additionalProperties' in schema ? [this.#below('additionalProperties')] : []
    return (key, run) => {
      const own = named.get(key)
      if (patterns.length === 0) return own ?? others
      const matching = patterns.filter(([matches]) => matches(key, run)).map(([, level]) => level)
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
