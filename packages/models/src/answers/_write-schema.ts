import type { Issue, JsonObject, Result } from '@skill-state/protocol'
import { COUNTED, type Rules } from './_rules.ts'
import { namesFrom } from './read/circles.ts'
import {
  BOUNDS,
  type Plain,
  type PlainArray,
  type PlainDocument,
  type PlainNumber,
  type PlainObject,
  type PlainString,
  type PlainValues,
} from './read/plain.ts'
import { step } from './read/pointer.ts'

/** The document as JSON Schema within the rules, or the places that break them. */
export function writeSchema({ root, definitions }: PlainDocument, rules: Rules): Result<JsonObject> {
  const writer = new SchemaWriter(rules)
  const written = writer.write(root, 1)
  if (root.kind !== 'object') writer.refuse('', 'needs an object at the root')
  const $defs = Object.fromEntries(
    [...definitions].map(([name, plain]) => {
      writer.count('characters', name.length)
      return [name, writer.write(plain, 1)]
    }),
  )
  for (const [name, plain] of definitions) {
    if (rules.lacks.includes('recursion') && namesFrom(plain, (each) => definitions.get(each)).has(name))
      writer.refuse(plain.path, 'takes no definition that refers to itself')
  }
  const issues = writer.allIssues()
  if (issues.length > 0) return { ok: false, issues }
  return { ok: true, value: definitions.size > 0 ? { ...written, $defs } : written }
}

class SchemaWriter {
  readonly #issues: Issue[] = []
  readonly #rules: Rules
  readonly #counts = new Map<keyof typeof COUNTED, number>()
  readonly #longLists: string[] = []

  constructor(rules: Rules) {
    this.#rules = rules
  }

  count(what: keyof typeof COUNTED, more: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + more)
  }

  refuse(path: string, reason: string): void {
    this.#issues.push({ path, message: `${this.#rules.reader} ${reason}` })
  }

  allIssues(): readonly Issue[] {
    const { limits } = this.#rules
    for (const what of Object.keys(COUNTED) as (keyof typeof COUNTED)[]) {
      const [count, most] = [this.#counts.get(what) ?? 0, limits[what] ?? Infinity]
      if (count > most) this.refuse('', `takes ${most} ${COUNTED[what]}, not ${count}`)
    }
    const { characters, values } = limits.longList ?? {}
    for (const path of this.#longLists)
      this.refuse(path, `takes ${characters} characters in a list of more than ${values} values`)
    return this.#issues
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
        return this.#bounded(plain.kind, plain, BOUNDS.number)
      case 'array':
        return this.#array(plain, depth)
      case 'object':
        return this.#object(plain, depth)
    }
  }

  #union(path: string, branches: readonly Plain[], depth: number): JsonObject {
    this.count('unions', 1)
    const first = branches.flatMap((each) =>
      each.kind === 'object' ? [[...each.properties.keys()][0] ?? ''] : [],
    )
    const twice = first.find((key, index) => first.indexOf(key) < index)
    if (this.#rules.tellsByFirstKey && twice !== undefined) {
      const reason = `tells the objects of a union apart by their first key, and "${twice}" is the first of two`
      this.refuse(path, reason)
    }
    return { anyOf: branches.map((each) => this.write(each, depth)) }
  }

  #values({ path, type, values }: PlainValues): JsonObject {
    const { lacks, limits } = this.#rules
    const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    const { length } = texts.join('')
    this.count('values', values.length)
    this.count('characters', length)
    const { longList } = limits
    if (longList && values.length > longList.values && length > longList.characters)
      this.#longLists.push(path)
    if (type === 'boolean' && lacks.includes('booleanLists')) this.refuse(path, 'lists no booleans')
    return { type, enum: values }
  }

  #string(plain: PlainString): JsonObject {
    const { path, bounds, patterns } = plain
    const [pattern] = patterns
    if (patterns.length > 1) this.refuse(path, 'takes one pattern for a string')
    if (pattern === undefined) return this.#bounded('string', plain, BOUNDS.string)
    if (Object.keys(bounds).length > 0) this.refuse(path, 'takes a pattern or lengths for a string, not both')
    if (!isPlainPattern(pattern)) {
      const reason = 'takes patterns from ^ to $ without alternatives, looking round and references'
      this.refuse(`${path}/pattern`, reason)
    }
    return this.#bounded('string', plain, BOUNDS.string, { pattern })
  }

  #array(plain: PlainArray, depth: number): JsonObject {
    const { path, prefix, items, bounds } = plain
    this.#goDown(path, depth)
    const { minItems: most = Infinity } = this.#rules.limits
    if ((bounds.minItems ?? 0) > most) this.refuse(`${path}/minItems`, `takes minItems of at most ${most}`)
    const places = prefix.length > 0 ? { prefixItems: prefix.map((each) => this.write(each, depth + 1)) } : {}
    const written = this.#bounded('array', plain, BOUNDS.array, places)
    // If nothing may follow, the maximum says so, and this schema is never asked.
    return { ...written, items: items.kind === 'nothing' ? { type: 'null' } : this.write(items, depth + 1) }
  }

  #object({ path, properties, required, pattern, others }: PlainObject, depth: number): JsonObject {
    this.#goDown(path, depth)
    if (pattern) this.refuse(pattern.path, 'keeps to no pattern of keys')
    const { lacks } = this.#rules
    const hasOpenKeys = !lacks.includes('openKeys')
    const isOpen = others.kind !== 'nothing'
    if (isOpen && !hasOpenKeys) {
      const reason = 'demands objects without further keys (additionalProperties: false)'
      this.refuse(`${path}/additionalProperties`, reason)
    }
    const written = [...properties].map(([key, value]): [string, JsonObject] => {
      const isRequired = required.has(key)
      this.count('properties', 1)
      this.count('characters', key.length)
      this.count('optionalKeys', isRequired ? 0 : 1)
      if (!isRequired && lacks.includes('optionalKeys'))
        this.refuse(`${path}/properties${step(key)}`, `demands every key, and "${key}" may be left out`)
      return [key, this.write(value, depth + 1)]
    })
    return {
      type: 'object',
      properties: Object.fromEntries(written),
      required: [...properties.keys()].filter((key) => required.has(key)),
      additionalProperties: isOpen && hasOpenKeys ? this.write(others, depth + 1) : false,
    }
  }

  /** A type with its bounds, and with what else limits its values. */
  #bounded(
    type: keyof Rules['bounds'],
    { path, bounds }: PlainString | PlainNumber | PlainArray,
    keywords: readonly (keyof PlainNumber['bounds'])[],
    more: JsonObject = {},
  ): JsonObject {
    const { bounds: kept, limits } = this.#rules
    const given = keywords.flatMap((keyword): [string, number][] => {
      const bound = bounds[keyword]
      return bound === undefined ? [] : [[keyword, bound]]
    })
    const written = { ...Object.fromEntries(given), ...more }
    for (const [keyword, bound] of Object.entries(written)) {
      if (!kept[type].includes(keyword))
        this.refuse(path + step(keyword), `does not keep to ${keyword} of ${type}s`)
      const isCounted = /Length$|Items$/.test(keyword) && typeof bound === 'number'
      if (isCounted && bound > (limits.repeats ?? Infinity))
        this.refuse(path + step(keyword), `counts to ${limits.repeats} at most`)
    }
    return { type, ...written }
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
