import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { objectOf } from '../subschemas.ts'
import { arrayRules, unevaluatedItems } from './arrays.ts'
import { combiningRules, referenceRule } from './combiners.ts'
import { Names } from './names.ts'
import { Node, type Tags } from './node.ts'
import { entryRules, objectRules, unevaluatedProperties } from './objects.ts'
import { assertion, type Rule } from './rule.ts'
import { numberRules, stringRules, valueRules } from './scalars.ts'
import { checkShapes } from './shapes.ts'

/**
 * Opens a JSON Schema: draft-07 if `$schema` says so, else 2020-12. Throws an error that says what does not
 * compile. A schema object is compiled once, so it must not change.
 *
 * Unknown keywords (`x-…`) and `format` are annotations, as the specification has it by default, and defaults are
 * never filled in: a state holds what the model wrote.
 */
export function openDocument(schema: JsonObject): SchemaDocument {
  const known = documents.get(schema)
  if (known) return known
  const document = new SchemaDocument(schema)
  documents.set(schema, document)
  return document
}

const documents = new WeakMap<JsonObject, SchemaDocument>()

/** A JSON Schema that is ready to judge values. */
export class SchemaDocument {
  readonly root: JsonObject
  readonly whole: Node
  readonly #draft07: boolean
  /** Read once a schema refers to another: most do not. */
  #names: Names | undefined
  readonly #nodes: Map<JsonValue, Node> = new Map()

  constructor(root: JsonObject) {
    this.root = root
    this.#draft07 = isDraft07(root)
    checkShapes(root, this.#draft07)
    this.whole = this.#nodeOf(root)
  }

  readonly #nodeOf = (schema: JsonValue): Node => {
    const known = this.#nodes.get(schema)
    if (known) return known
    const node = new Node()
    this.#nodes.set(schema, node) // before its rules: they may refer to it
    if (schema === false) {
      node.isFalse = true
      node.rules = [assertion(() => false, 'expected nothing here')]
    } else if (isJsonObject(schema)) this.#fill(node, schema)
    else if (schema !== true) throw new Error('a reference leads to what is not a schema')
    return node
  }

  #fill(node: Node, schema: JsonObject): void {
    const { $ref, unevaluatedProperties: keys, unevaluatedItems: items } = schema
    const target = typeof $ref === 'string' ? this.#target(schema, $ref) : undefined
    node.readEntries = () => entryRules(schema, this.#nodeOf, target)
    node.rules = [
      ...valueRules(schema),
      ...numberRules(schema),
      ...stringRules(schema),
      ...arrayRules(schema, this.#nodeOf, this.#draft07),
      ...objectRules(schema, this.#nodeOf),
      ...(target ? [referenceRule(target)] : []),
      ...combiningRules(schema, this.#nodeOf, this.#draft07),
    ]
    node.tags = () => this.#tags(schema)
    if (this.#draft07 || (keys === undefined && items === undefined)) return
    node.tracks = true
    const late: Rule[] = []
    if (keys !== undefined) late.push(unevaluatedProperties(this.#nodeOf(keys), schema))
    if (items !== undefined) late.push(unevaluatedItems(this.#nodeOf(items)))
    node.rules = [...node.rules, ...late]
  }

  #target(schema: JsonObject, $ref: string): Node {
    const target = this.#resolve(schema, $ref)
    if (target === undefined) throw new Error(`can't resolve reference ${$ref}`)
    return this.#nodeOf(target)
  }

  #resolve(from: JsonObject, reference: string): JsonValue | undefined {
    this.#names ??= new Names(this.root)
    return this.#names.resolve(from, reference)
  }

  /** The properties for which a schema, or the one it refers to, lists the values: scalars only. */
  #tags(schema: JsonObject): Tags {
    const target = typeof schema.$ref === 'string' ? this.#resolve(schema, schema.$ref) : undefined
    const tags = new Map<string, ReadonlySet<JsonValue>>()
    for (const each of [target, schema]) {
      for (const [key, property] of Object.entries(objectOf(objectOf(each).properties))) {
        const { const: only, enum: listed } = objectOf(property)
        const values = only === undefined ? listed : [only]
        if (Array.isArray(values) && values.every(isScalar)) tags.set(key, new Set(values))
      }
    }
    return tags
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

function isDraft07({ $schema }: JsonObject): boolean {
  if ($schema === undefined) return false
  const name = typeof $schema === 'string' ? /draft-07|2020-12/.exec($schema)?.[0] : undefined
  if (name === undefined) throw new Error('"$schema" must name draft-07 or 2020-12')
  return name === 'draft-07'
}
