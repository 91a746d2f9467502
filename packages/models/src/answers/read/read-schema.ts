import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { circles, type Resolve } from './circles.ts'
import { areApart, intersect } from './intersect.ts'
import { type Plain, type PlainDocument, type SchemaReader, unionOf, valuesOf } from './plain.ts'
import { at, freeName, localPointer, step } from './pointer.ts'
import { readType, TYPED_KEYWORDS, TYPES } from './read-type.ts'

/** A JSON Schema (2020-12) in plain form, or the places that say what no dialect can. Of annotations, descriptions are kept. */
export function readSchema(schema: JsonObject): Result<PlainDocument> {
  const reader = new DocumentReader(schema)
  const root = reader.read(schema, '')
  const { definitions } = reader
  const issues = [...reader.issues, ...circles(definitions)]
  if (issues.length > 0) return { ok: false, issues }
  return { ok: true, value: { root: target(root, definitions), definitions } }
}

function target(plain: Plain, definitions: ReadonlyMap<string, Plain>): Plain {
  const named = plain.kind === 'reference' ? definitions.get(plain.name) : undefined
  return named ? target(named, definitions) : plain
}

class DocumentReader implements SchemaReader {
  readonly issues: Issue[] = []
  readonly definitions: Map<string, Plain> = new Map()
  readonly #document: JsonObject
  readonly #names = new Map<string, string>()
  readonly #resolve: Resolve = (name) => this.definitions.get(name)

  constructor(document: JsonObject) {
    this.#document = document
  }

  read(schema: JsonValue, path: string): Plain {
    if (typeof schema === 'boolean') return { path, kind: schema ? 'anything' : 'nothing' }
    if (!isJsonObject(schema)) return this.refuse(path, 'is not a schema')
    for (const keyword of unkeptKeywords(schema)) this.refuse(path + step(keyword), 'is kept to by no engine')
    const plain = this.both(path, this.#parts(schema, path))
    const { description } = schema
    return typeof description === 'string' && plain.kind !== 'reference' ? { ...plain, description } : plain
  }

  refuse(path: string, reason: string): Plain {
    this.issues.push({ path, message: reason })
    return { path, kind: 'anything' }
  }

  both(path: string, parts: readonly Plain[]): Plain {
    return parts.reduce<Plain>(
      (left, right) =>
        intersect(left, right, this.#resolve) ??
        this.refuse(path, 'demands several things at once that cannot be joined into one'),
      { path, kind: 'anything' },
    )
  }

  #parts(schema: JsonObject, path: string): readonly Plain[] {
    const { $ref, anyOf, oneOf, allOf, not } = schema
    const each = (keyword: string, list: JsonValue): readonly Plain[] =>
      (Array.isArray(list) ? list : []).map((item: JsonValue, index) =>
        this.read(item, path + step(keyword) + step(index)),
      )
    return [
      ...(typeof $ref === 'string' ? [this.#reference($ref, path)] : []),
      ...this.#types(schema, path),
      ...(Array.isArray(schema.enum) ? [valuesOf(path, schema.enum)] : []),
      ...(schema.const === undefined ? [] : [valuesOf(path, [schema.const])]),
      ...(allOf === undefined ? [] : each('allOf', allOf)),
      ...(anyOf === undefined ? [] : [unionOf(path, each('anyOf', anyOf))]),
      ...(oneOf === undefined ? [] : [this.#oneOf(each('oneOf', oneOf), path)]),
      ...(not === undefined ? [] : [this.#not(not, path)]),
    ]
  }

  #types(schema: JsonObject, path: string): readonly Plain[] {
    if (schema.type === undefined && !TYPED_KEYWORDS.some((keyword) => keyword in schema)) return []
    const named = schema.type === undefined ? TYPES : [schema.type].flat()
    const types = named.filter((type) => type !== 'integer' || !named.includes('number'))
    const plains = types.map((type) => readType(this, type, schema, path))
    return [unionOf(path, plains)]
  }

  #oneOf(branches: readonly Plain[], path: string): Plain {
    const isExclusive = branches.every((left, index) =>
      branches.slice(index + 1).every((right) => areApart(left, right, this.#resolve)),
    )
    if (isExclusive) return unionOf(path, branches)
    return this.refuse(`${path}/oneOf`, 'has alternatives that may hold at once; anyOf would allow that')
  }

  #not(schema: JsonValue, path: string): Plain {
    if (schema === true || isEmptyObject(schema)) return { path, kind: 'nothing' }
    if (schema === false) return { path, kind: 'anything' }
    return this.refuse(`${path}/not`, 'is kept to by no engine')
  }

  #reference(reference: string, path: string): Plain {
    const pointer = localPointer(reference)
    const target = pointer === undefined ? undefined : at(this.#document, pointer)
    if (pointer === undefined || target === undefined) {
      return this.refuse(`${path}/$ref`, `leads to nothing in this schema: ${JSON.stringify(reference)}`)
    }
    const known = this.#names.get(pointer)
    if (known !== undefined) return { path, kind: 'reference', name: known }
    const name = freeName(pointer.split('/').at(-1) || 'answer', 'part', new Set(this.#names.values()))
    this.#names.set(pointer, name)
    this.definitions.set(name, this.read(target, pointer))
    return { path, kind: 'reference', name }
  }
}

/** Keywords that none of the dialects keeps to, and when they say nothing. */
const UNKEPT: Readonly<Record<string, (value: unknown, schema: JsonObject) => boolean>> = {
  uniqueItems: (value) => value === false,
  contains: () => false,
  unevaluatedItems: (value) => value === true,
  unevaluatedProperties: (value) => value === true,
  dependentRequired: isEmptyObject,
  dependentSchemas: isEmptyObject,
  dependencies: isEmptyObject,
  if: (_, schema) => !('then' in schema) && !('else' in schema),
  $dynamicRef: () => false,
  $recursiveRef: () => false,
}

/** The keywords of a schema that none of the dialects keeps to. Unknown keywords are annotations. */
function unkeptKeywords(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter(
    (keyword) => Object.hasOwn(UNKEPT, keyword) && !UNKEPT[keyword]?.(schema[keyword], schema),
  )
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}
