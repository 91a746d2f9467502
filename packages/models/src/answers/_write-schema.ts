import { type Issue, type JsonObject, known, type Result } from '@skill-state/protocol'
import { SchemaCount } from './_count.ts'
import { NUMBER_BOUNDS, type Rules } from './_rules.ts'
import { below } from './read/intersect.ts'
import type {
  Plain,
  PlainArray,
  PlainDocument,
  PlainNumber,
  PlainObject,
  PlainString,
  PlainValues,
} from './read/plain.ts'
import { finite } from './read/plain.ts'
import { step } from './read/pointer.ts'

/** The document as JSON Schema within the rules, or the places that break them. */
export function writeSchema(document: PlainDocument, rules: Rules): Result<JsonObject> {
  const writer = new SchemaWriter(rules)
  const root = writer.write(document.root, 1)
  if (document.root.kind !== 'object') writer.refuse('', 'needs an object at the root')
  const definitions = [...document.definitions].map(([name, plain]): [string, JsonObject] => {
    writer.count.name(name)
    return [name, writer.write(plain, 1)]
  })
  for (const name of recursiveNames(document)) {
    if (!rules.hasRecursion)
      writer.refuse(document.definitions.get(name)?.path ?? '', 'takes no definition that refers to itself')
  }
  const issues = [...writer.issues, ...writer.count.excesses(rules)]
  if (issues.length > 0) return { ok: false, issues }
  const $defs = Object.fromEntries(definitions)
  return { ok: true, value: definitions.length > 0 ? { ...root, $defs } : root }
}

class SchemaWriter {
  readonly issues: Issue[] = []
  readonly count: SchemaCount = new SchemaCount()
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  refuse(path: string, reason: string): void {
    this.issues.push({ path, message: `${this.#rules.reader} ${reason}` })
  }

  write(plain: Plain, depth: number): JsonObject {
    const { description } = plain
    const schema = this.#bare(plain, depth)
    return description === undefined || plain.kind === 'reference' ? schema : { ...schema, description }
  }

  #bare(plain: Plain, depth: number): JsonObject {
    switch (plain.kind) {
      case 'anything':
        if (!this.#rules.anything) this.refuse(plain.path, 'cannot allow just any value')
        return this.#rules.anything ?? {}
      case 'nothing':
        this.refuse(plain.path, 'cannot allow no value at all')
        return { not: {} }
      case 'null':
      case 'boolean':
        return { type: plain.kind }
      case 'reference':
        return { $ref: `#/$defs/${plain.name}` }
      case 'union':
        return this.#union(plain.path, plain.branches, depth)
      case 'values':
        return this.#values(plain)
      case 'string':
        return this.#string(plain)
      case 'number':
      case 'integer':
        return this.#number(plain)
      case 'array':
        return this.#array(plain, depth)
      case 'object':
        return this.#object(plain, depth)
    }
  }

  #union(path: string, branches: readonly Plain[], depth: number): JsonObject {
    this.count.unions += 1
    if (this.#rules.tellsByFirstKey) {
      const first = branches.flatMap((each) =>
        each.kind === 'object' ? [[...each.properties.keys()][0] ?? ''] : [],
      )
      const twice = first.find((key, index) => first.indexOf(key) < index)
      if (twice !== undefined) {
        this.refuse(
          path,
          `tells the objects of a union apart by their first key, and "${twice}" is the first of two`,
        )
      }
    }
    return { anyOf: branches.map((each) => this.write(each, depth)) }
  }

  #values(plain: PlainValues): JsonObject {
    this.count.list(plain)
    if (plain.type === 'boolean' && !this.#rules.listsBooleans) this.refuse(plain.path, 'lists no booleans')
    return { type: plain.type, enum: plain.values }
  }

  #string({ path, minLength, maxLength, patterns }: PlainString): JsonObject {
    const lengths = known({ minLength: positive(minLength), maxLength: finite(maxLength) })
    const [pattern] = patterns
    if (patterns.length > 1) this.refuse(path, 'takes one pattern for a string')
    if (pattern !== undefined && Object.keys(lengths).length > 0) {
      this.refuse(path, 'takes a pattern or lengths for a string, not both')
    }
    if (pattern !== undefined && !isPlainPattern(pattern)) {
      this.refuse(
        `${path}/pattern`,
        'takes patterns from ^ to $ without alternatives, looking round and references',
      )
    }
    return this.#bounded('string', path, known({ ...lengths, pattern }))
  }

  #number(plain: PlainNumber): JsonObject {
    const bounds = NUMBER_BOUNDS.map((keyword) => [keyword, plain[keyword]] as const)
    const given = bounds.filter((bound): bound is [(typeof bound)[0], number] => bound[1] !== undefined)
    return this.#bounded(plain.kind, plain.path, Object.fromEntries(given))
  }

  #array({ path, prefix, items, minItems, maxItems }: PlainArray, depth: number): JsonObject {
    this.#goDown(path, depth)
    const { limits } = this.#rules
    if (limits.minItems !== undefined && minItems > limits.minItems) {
      this.refuse(`${path}/minItems`, `takes minItems of at most ${limits.minItems}`)
    }
    const bounds = this.#bounded('array', path, {
      ...known({
        minItems: positive(minItems),
        maxItems: finite(maxItems),
        prefixItems: prefix.length > 0 ? prefix.map((each) => this.write(each, depth + 1)) : undefined,
      }),
    })
    // If nothing may follow, the maximum says so, and this schema is never asked.
    return { ...bounds, items: items.kind === 'nothing' ? { type: 'null' } : this.write(items, depth + 1) }
  }

  #object({ path, properties, required, pattern, others }: PlainObject, depth: number): JsonObject {
    this.#goDown(path, depth)
    if (pattern) this.refuse(pattern.path, 'keeps to no pattern of keys')
    const isOpen = others.kind !== 'nothing'
    if (isOpen && !this.#rules.hasOpenKeys) {
      this.refuse(
        `${path}/additionalProperties`,
        'demands objects without further keys (additionalProperties: false)',
      )
    }
    const written = [...properties].map(([key, value]): [string, JsonObject] => {
      this.count.property(key, required.has(key))
      if (!required.has(key) && !this.#rules.hasOptionalKeys) {
        this.refuse(`${path}/properties${step(key)}`, `demands every key, and "${key}" may be left out`)
      }
      return [key, this.write(value, depth + 1)]
    })
    return {
      type: 'object',
      properties: Object.fromEntries(written),
      required: [...properties.keys()].filter((key) => required.has(key)),
      additionalProperties: isOpen && this.#rules.hasOpenKeys ? this.write(others, depth + 1) : false,
    }
  }

  #bounded(type: keyof Rules['bounds'], path: string, bounds: JsonObject): JsonObject {
    const { bounds: kept, limits } = this.#rules
    for (const [keyword, bound] of Object.entries(bounds)) {
      if (!kept[type].includes(keyword))
        this.refuse(path + step(keyword), `does not keep to ${keyword} of ${type}s`)
      const isCounted = /Length$|Items$/.test(keyword) && typeof bound === 'number'
      if (isCounted && bound > (limits.repeats ?? Infinity)) {
        this.refuse(path + step(keyword), `counts to ${limits.repeats} at most`)
      }
    }
    return { type, ...bounds }
  }

  #goDown(path: string, depth: number): void {
    const { depth: most = Infinity } = this.#rules.limits
    if (depth === most + 1) this.refuse(path, `goes at most ${most} levels deep`)
  }
}

/** Whether a pattern means the same to every engine: some take it as a whole, and each knows another syntax. */
function isPlainPattern(pattern: string): boolean {
  return /^\^[^|]*\$$/.test(pattern) && !/\(\?(?!:)|\\[bBkpP1-9$]/.test(pattern)
}

/** The definitions that lead back to themselves. */
function recursiveNames({ definitions }: PlainDocument): readonly string[] {
  const names = new Map([...definitions].map(([name, plain]) => [name, namesIn(plain)]))
  return [...definitions.keys()].filter((name) => reach(name, names).has(name))
}

function namesIn(plain: Plain): readonly string[] {
  return plain.kind === 'reference' ? [plain.name] : below(plain).flatMap(namesIn)
}

function reach(from: string, names: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>()
  const work = [...(names.get(from) ?? [])]
  for (const name of work) {
    if (seen.has(name)) continue
    seen.add(name)
    work.push(...(names.get(name) ?? []))
  }
  return seen
}

/** A minimum that says something. */
const positive = (minimum: number): number | undefined => (minimum > 0 ? minimum : undefined)
