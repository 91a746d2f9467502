import type { Issue, Result } from '@skill-state/protocol'
import type {
  Plain,
  PlainArray,
  PlainDocument,
  PlainNumber,
  PlainObject,
  PlainString,
} from '../read/plain.ts'
import { step } from '../read/pointer.ts'
import { integerRange } from './integer-range.ts'
import { otherKey } from './keys.ts'
import { patternGrammar } from './pattern.ts'
import { GrammarRules } from './rules.ts'
import { choice, literal, plainCharacter } from './text.ts'

export interface GrammarOptions {
  /** Most characters of a text without a limit in the schema: a small model may otherwise never close it. Default: 8000. */
  readonly longestText?: number
}

/**
 * A grammar in llama.cpp's notation (GBNF) of the JSON texts that a document accepts, or the places that it cannot express. Keys come in
 * the order of the schema; one space may follow a colon or comma. Integers have at most 15 digits, other numbers are below 1e116.
 */
export function grammarOf(
  document: PlainDocument,
  { longestText = 8000 }: GrammarOptions = {},
): Result<string> {
  const writer = new GrammarWriter(document, longestText)
  const root = writer.write(document.root)
  const { issues } = writer
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: writer.rules.text(root) }
}

const COMMA = '"," space'
const HEX = '[0-9a-fA-F]'

class GrammarWriter {
  readonly issues: Issue[] = []
  readonly rules: GrammarRules = new GrammarRules()
  readonly #document: PlainDocument
  readonly #longestText: number
  readonly #names = new Map<string, string>()

  constructor(document: PlainDocument, longestText: number) {
    this.#document = document
    this.#longestText = longestText
    this.rules.shared('space', () => '" "?')
  }

  /** What the texts of a schema are. To be repeated, it needs a name. */
  write(plain: Plain): string {
    switch (plain.kind) {
      case 'anything':
        return this.#anything()
      case 'nothing':
        return this.#refuse(plain.path, 'allows no value at all')
      case 'null':
        return '"null"'
      case 'boolean':
        return '("true" | "false")'
      case 'values':
        return choice(plain.values.map((value) => literal(JSON.stringify(value))))
      case 'reference':
        return this.#reference(plain.name)
      case 'union':
        return choice(plain.branches.map((each) => this.write(each)))
      case 'string':
        return this.#string(plain)
      case 'number':
      case 'integer':
        return this.#number(plain)
      case 'array':
        return this.#array(plain)
      case 'object':
        return this.#object(plain)
    }
  }

  #refuse(path: string, reason: string): string {
    this.issues.push({ path, message: `a grammar cannot hold a reply to this: it ${reason}` })
    return '""'
  }

  #reference(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const rule = this.rules.reserve(name)
    this.#names.set(name, rule)
    const target = this.#document.definitions.get(name)
    return target ? this.rules.define(rule, this.write(target)) : rule
  }

  #anything(): string {
    const path = 'any'
    return this.rules.shared('any', () => {
      const any: Plain = { path, kind: 'anything' }
      return choice([
        this.#string({ path, kind: 'string', bounds: {}, patterns: [] }),
        this.#number({ path, kind: 'number', bounds: {} }),
        '"true" | "false" | "null"',
        this.#array({ path, kind: 'array', prefix: [], items: any, bounds: {} }),
        this.#object({ path, kind: 'object', properties: new Map(), required: new Set(), others: any }),
      ])
    })
  }

  #string({ path, bounds: { minLength = 0, maxLength = Infinity }, patterns }: PlainString): string {
    if (patterns.length > 0) {
      const isAlone = patterns.length === 1 && minLength === 0 && maxLength === Infinity
      return this.#matching(`${path}/pattern`, isAlone ? patterns[0] : undefined)
    }
    const most = maxLength === Infinity ? Math.max(minLength, this.#longestText) : maxLength
    // Not half a surrogate pair: then every character counts as one, as it does for the schema's lengths.
    const character = this.rules.shared(
      'character',
      () =>
        `${plainCharacter()} | "\\\\" (["\\\\/bfnrt] | "u" ([0-9a-cA-CefEF] ${HEX}{3} | [dD] [0-7] ${HEX}{2}))`,
    )
    const text = (): string => `"\\"" ${this.rules.repeat(character, minLength, most)} "\\""`
    return maxLength === Infinity && minLength === 0 ? this.rules.shared('text', text) : `(${text()})`
  }

  #matching(path: string, source: string | undefined): string {
    if (source === undefined) return this.#refuse(path, 'has lengths or another pattern beside a pattern')
    const pattern = patternGrammar(source)
    if (pattern !== undefined) return `"\\"" ${pattern} "\\""`
    return this.#refuse(path, 'has a pattern that is not a simple one from ^ to $')
  }

  #number({ kind, path, bounds }: PlainNumber): string {
    const { minimum, maximum, multipleOf, ...exclusive } = bounds
    if (multipleOf !== undefined) return this.#refuse(`${path}/multipleOf`, 'demands multiples')
    if (kind === 'integer') {
      const range = integerRange(minimum ?? -Infinity, maximum ?? Infinity)
      return range ?? this.#refuse(path, 'demands integers of more than 15 digits')
    }
    if (maximum !== undefined || Object.keys(exclusive).length > 0 || minimum) {
      return this.#refuse(path, 'bounds numbers that are no integers, other than by minimum 0')
    }
    const positive = this.rules.shared(
      'positive',
      () => '("0" | [1-9] [0-9]{0,15}) ("." [0-9]{1,24})? ([eE] [-+]? [0-9]{1,2})?',
    )
    return minimum === 0 ? positive : this.rules.shared('number', () => `"-"? ${positive}`)
  }

  #array({ path, prefix, items, bounds: { minItems = 0, maxItems = Infinity } }: PlainArray): string {
    const rule = this.rules.reserve(path)
    const rest = items.kind === 'nothing' || maxItems <= prefix.length ? undefined : this.write(items)
    const least = Math.max(0, minItems - prefix.length)
    // From the last place to the first: each may end the array if enough are there.
    let tail =
      rest === undefined ? '' : this.#further(path, rest, least, maxItems - prefix.length, prefix.length > 0)
    for (const [index, each] of [...prefix.entries()].reverse()) {
      const own = `${index > 0 ? `${COMMA} ` : ''}${this.write(each)} ${tail}`
      tail = index < minItems ? own : `(${own})?`
    }
    return this.rules.define(rule, `"[" ${tail} "]"`)
  }

  /** Items of one kind, after others or at the beginning. */
  #further(path: string, item: string, least: number, most: number, isAfter: boolean): string {
    const next = this.rules.add(`${path}-next`, `${COMMA} ${item}`)
    if (isAfter) return this.rules.repeat(next, least, most)
    const all = `${item} ${this.rules.repeat(next, Math.max(0, least - 1), most - 1)}`
    return least === 0 ? `(${all})?` : all
  }

  #object(plain: PlainObject): string {
    const { path, properties, required } = plain
    const rule = this.rules.reserve(path)
    const open = this.#open(plain)
    const named = [...properties].filter(([, value]) => value.kind !== 'nothing')
    // `after` follows a key; `first` is allowed before the first key.
    let after = open === undefined ? '' : `${this.rules.add(`${path}-next`, `${COMMA} ${open}`)}*`
    let first = open === undefined ? '' : `(${open} ${after})?`
    for (const [key, value] of named.reverse()) {
      const pair = this.#pair(`${path}${step(key)}`, literal(JSON.stringify(key)), value)
      const rest = after === '' ? after : this.rules.add(`${path}-rest`, after)
      const own = `${pair} ${rest}`
      const isRequired = required.has(key)
      first = isRequired ? own : first === '' ? `(${own})?` : `(${own} | ${first})`
      after = isRequired ? `${COMMA} ${own}` : `(${COMMA} ${pair})? ${rest}`
    }
    return this.rules.define(rule, `"{" ${first} "}"`)
  }

  /** A key that is not named, with its value; undefined if there is none. */
  #open({ path, properties, pattern, others }: PlainObject): string | undefined {
    const pairs: string[] = []
    if (pattern) {
      const key = this.#matching(pattern.path, pattern.source)
      pairs.push(this.#pair(`${path}-match`, key, pattern.value))
      if (!allows(pattern.value, others)) {
        return this.#refuse(
          `${path}/additionalProperties`,
          'holds keys that match no pattern to what others may not have',
        )
      }
    }
    if (others.kind !== 'nothing') {
      const key = otherKey(this.rules, properties.keys(), path)
      const reason = 'names a key with a quotation mark, backslash or control character beside free keys'
      pairs.push(key === undefined ? this.#refuse(path, reason) : this.#pair(`${path}-pair`, key, others))
    }
    return pairs.length === 0 ? undefined : choice(pairs)
  }

  #pair(path: string, key: string, value: Plain): string {
    return this.rules.add(path, `${key} ":" space ${this.write(value)}`)
  }
}

/** Whether a key that matches the pattern accepts all that other keys accept. Then the grammar need not tell them apart. */
function allows(value: Plain, others: Plain): boolean {
  if (value.kind === 'anything' || others.kind === 'nothing') return true
  const [wide, narrow] = [value, others].map((each) => (each.kind === 'union' ? each.branches : [each]))
  const kinds = new Set(wide?.map(({ kind }) => kind))
  return narrow?.every(({ kind }) => (kind === 'null' || kind === 'boolean') && kinds.has(kind)) ?? false
}
