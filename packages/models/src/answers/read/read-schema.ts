import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { circles } from './circles.ts'
import { intersect, type Resolve } from './intersect.ts'
import { KEYWORDS_OF_TYPE, unkeptKeywords } from './keywords.ts'
import { type Plain, type PlainDocument, type PlainObject, unionOf } from './plain.ts'
import { at, localPointer, step } from './pointer.ts'
import { readType, TYPES } from './read-type.ts'
import type { SchemaReader } from './schema-reader.ts'
import { valuesOf } from './values.ts'

/**
 * A JSON Schema (2020-12) with everything said in one way only, or the places that say what no dialect can.
 * Annotations (`format` is one) are passed over, but for descriptions.
 */
export function readSchema(schema: JsonObject): Result<PlainDocument> {
  const reader = new DocumentReader(schema)
  const root = reader.read(schema, '')
  const definitions = reader.definitions()
  const issues = [...reader.issues, ...circles(definitions)]
  if (issues.length > 0) return { ok: false, issues }
  return { ok: true, value: { root: target(root, definitions), definitions } }
}

function target(plain: Plain, definitions: ReadonlyMap<string, Plain>): Plain {
  const named = plain.kind === 'reference' ? definitions.get(plain.name) : undefined
  return named ? target(named, definitions) : plain
}

/** Reads schemas of one document. */
class DocumentReader implements SchemaReader {
  readonly issues: Issue[] = []
  readonly #document: JsonObject
  readonly #names = new Map<string, string>()
  readonly #definitions = new Map<string, Plain>()

  constructor(document: JsonObject) {
    this.#document = document
  }

  definitions(): ReadonlyMap<string, Plain> {
    return this.#definitions
  }

  read(schema: JsonValue, path: string): Plain {
    if (typeof schema === 'boolean') return { path, kind: schema ? 'anything' : 'nothing' }
    if (!isJsonObject(schema)) return this.refuse(path, 'is not a schema')
    for (const keyword of unkeptKeywords(schema)) this.refuse(path + step(keyword), 'is kept to by no engine')
    const plain = this.both(path, this.#parts(schema, path))
    const { description } = schema
    return typeof description === 'string' && plain.kind !== 'reference' ? { ...plain, description } : plain
  }

  /** Says why a place cannot be read. */
  refuse(path: string, reason: string): Plain {
    this.issues.push({ path, message: reason })
    return { path, kind: 'anything' }
  }

  /** Accepts what all of the parts accept. */
  both(path: string, parts: readonly Plain[]): Plain {
    return parts.reduce<Plain>(
      (left, right) => {
        const joined = intersect(left, right, (name) => this.#definitions.get(name))
        return joined ?? this.refuse(path, 'demands several things at once that cannot be joined into one')
      },
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
    const isTyped = Object.values(KEYWORDS_OF_TYPE)
      .flat()
      .some((keyword) => keyword in schema)
    if (schema.type === undefined && !isTyped) return []
    const named = schema.type === undefined ? TYPES : [schema.type].flat()
    const types = named.filter((type) => type !== 'integer' || !named.includes('number'))
    return [
      unionOf(
        path,
        types.map((type) => readType(this, type, schema, path)),
      ),
    ]
  }

  #oneOf(branches: readonly Plain[], path: string): Plain {
    if (areDisjoint(branches, (name) => this.#definitions.get(name))) return unionOf(path, branches)
    return this.refuse(`${path}/oneOf`, 'has alternatives that may hold at once; anyOf would allow that')
  }

  #not(schema: JsonValue, path: string): Plain {
    const never = schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0)
    if (never) return { path, kind: 'nothing' }
    return schema === false
      ? { path, kind: 'anything' }
      : this.refuse(`${path}/not`, 'is kept to by no engine')
  }

  #reference(reference: string, path: string): Plain {
    const pointer = localPointer(reference)
    const target = pointer === undefined ? undefined : at(this.#document, pointer)
    if (pointer === undefined || target === undefined) {
      return this.refuse(`${path}/$ref`, `leads to nothing in this schema: ${JSON.stringify(reference)}`)
    }
    const known = this.#names.get(pointer)
    if (known !== undefined) return { path, kind: 'reference', name: known }
    const name = this.#newName(pointer)
    this.#names.set(pointer, name)
    this.#definitions.set(name, this.read(target, pointer))
    return { path, kind: 'reference', name }
  }

  #newName(pointer: string): string {
    const last = pointer.split('/').at(-1) || 'answer'
    const base = last.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'part'
    const taken = new Set(this.#names.values())
    let name = base
    for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`
    return name
  }
}

/** Whether no value passes two of the schemas. May miss that it is so. */
function areDisjoint(schemas: readonly Plain[], resolve: Resolve): boolean {
  return schemas.every((left, index) =>
    schemas.slice(index + 1).every((right) => isNothing(left, right, resolve)),
  )
}

function isNothing(left: Plain, right: Plain, resolve: Resolve): boolean {
  if (left.kind === 'object' && right.kind === 'object') return differByKey(left, right, resolve)
  return intersect(left, right, resolve)?.kind === 'nothing'
}

/** Whether a key that both have tells them apart, so that the other keys need not be looked at. */
function differByKey(left: PlainObject, right: PlainObject, resolve: Resolve): boolean {
  if (left.pattern || right.pattern) return false
  const keys = new Set([...left.required, ...right.required])
  return [...keys].some((key) => {
    const [one, other] = [left.properties.get(key) ?? left.others, right.properties.get(key) ?? right.others]
    return isNothing(one, other, resolve)
  })
}
