/** Says whether a text is one of a grammar in llama.cpp's notation: the judge in tests. */
export function gbnfMatcher(grammar: string): (text: string) => boolean {
  const rules = parseGrammar(grammar)
  return (text) => {
    const characters = Array.from(text)
    return new Match(rules, characters).ends({ kind: 'rule', name: 'root' }, 0).has(characters.length)
  }
}

/** Throws if llama.cpp would reject the grammar: a rule that is missing, a repetition without measure. */
export function parseGrammar(grammar: string): ReadonlyMap<string, Expression> {
  const rules = new Map<string, Expression>()
  for (const line of grammar.split('\n').filter((each) => each !== '')) {
    const at = line.indexOf(' ::= ')
    const name = line.slice(0, at)
    if (rules.has(name)) throw new Error(`two rules "${name}"`)
    rules.set(name, new Parser(line.slice(at + 5)).all())
  }
  for (const name of namesIn([...rules.values()])) if (!rules.has(name)) throw new Error(`no rule "${name}"`)
  return rules
}

export type Expression =
  | { readonly kind: 'literal'; readonly characters: readonly string[] }
  | {
      readonly kind: 'class'
      readonly negated: boolean
      readonly ranges: readonly (readonly [number, number])[]
    }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly item: Expression; readonly least: number; readonly most: number }

function namesIn(expressions: readonly Expression[]): string[] {
  return expressions.flatMap((each) => {
    if (each.kind === 'rule') return [each.name]
    if (each.kind === 'repeat') return namesIn([each.item])
    return 'parts' in each ? namesIn(each.parts) : []
  })
}

class Parser {
  #rest: string

  constructor(text: string) {
    this.#rest = text
  }

  all(): Expression {
    const choice = this.#choice()
    if (this.#rest !== '') throw new Error(`cannot read ${this.#rest}`)
    return choice
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#rest)
    if (!found) return undefined
    this.#rest = this.#rest.slice(found[0].length)
    return found
  }

  #choice(): Expression {
    const parts = [this.#sequence()]
    while (this.#take(/^\s*\|\s*/)) parts.push(this.#sequence())
    return { kind: 'choice', parts }
  }

  #sequence(): Expression {
    const parts: Expression[] = []
    for (;;) {
      this.#take(/^\s+/)
      const item = this.#item()
      if (!item) return { kind: 'sequence', parts }
      parts.push(this.#repeated(item))
    }
  }

  #item(): Expression | undefined {
    const literal = this.#take(/^"((?:[^"\\]|\\.)*)"/su)
    if (literal) return { kind: 'literal', characters: units(literal[1] ?? '') }
    const rule = this.#take(/^[A-Za-z0-9-]+/)
    if (rule) return { kind: 'rule', name: rule[0] }
    const set = this.#take(/^\[(\^?)((?:[^\]\\]|\\.)*)\]/su)
    if (set) return { kind: 'class', negated: set[1] === '^', ranges: rangesOf(set[2] ?? '') }
    if (!this.#take(/^\(\s*/)) return undefined
    const inner = this.#choice()
    if (!this.#take(/^\s*\)/)) throw new Error(`no closing parenthesis before ${this.#rest}`)
    return inner
  }

  #repeated(item: Expression): Expression {
    const sign = this.#take(/^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/)
    if (!sign) return item
    const [, star, least = '0', comma, most = ''] = sign
    if (star) return { kind: 'repeat', item, least: star === '+' ? 1 : 0, most: star === '?' ? 1 : Infinity }
    const end = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)
    // As llama.cpp does.
    if (end !== Infinity && end >= 2000) throw new Error('number of repetitions exceeds sane defaults')
    return { kind: 'repeat', item, least: Number(least), most: end }
  }
}

function units(source: string): string[] {
  return (source.match(/\\x..|\\u.{4}|\\U.{8}|\\.|./gsu) ?? []).map(plain)
}

function plain(unit: string): string {
  const code = /^\\[xuU](.+)$/.exec(unit)?.[1]
  return code ? String.fromCodePoint(Number.parseInt(code, 16)) : unit.replace(/^\\(.)$/s, '$1')
}

function rangesOf(source: string): [number, number][] {
  const unit = String.raw`\\x..|\\u.{4}|\\U.{8}|\\.|.`
  return [...source.matchAll(new RegExp(`(${unit})(?:-(${unit}))?`, 'gsu'))].map(
    ([, from = '', to = from]) => [plain(from).codePointAt(0) ?? 0, plain(to).codePointAt(0) ?? 0],
  )
}

class Match {
  readonly #rules: ReadonlyMap<string, Expression>
  readonly #text: readonly string[]
  readonly #known = new Map<string, ReadonlySet<number>>()

  constructor(rules: ReadonlyMap<string, Expression>, text: readonly string[]) {
    this.#rules = rules
    this.#text = text
  }

  /** Where the expression may end that begins at a place. */
  ends(expression: Expression, from: number): ReadonlySet<number> {
    switch (expression.kind) {
      case 'literal': {
        const { characters } = expression
        const fits = characters.every((each, index) => this.#text[from + index] === each)
        return new Set(fits ? [from + characters.length] : [])
      }
      case 'class': {
        const code = this.#text[from]?.codePointAt(0)
        if (code === undefined) return new Set()
        const isIn = expression.ranges.some(([first, last]) => code >= first && code <= last)
        return new Set(isIn === expression.negated ? [] : [from + 1])
      }
      case 'rule': {
        const key = `${expression.name} ${from}`
        const known = this.#known.get(key)
        if (known) return known
        const rule = this.#rules.get(expression.name)
        const ends = rule ? this.ends(rule, from) : new Set<number>()
        this.#known.set(key, ends)
        return ends
      }
      case 'choice':
        return new Set(expression.parts.flatMap((part) => [...this.ends(part, from)]))
      case 'sequence':
        return expression.parts.reduce<ReadonlySet<number>>(
          (places, part) => this.#after(part, places),
          new Set([from]),
        )
      case 'repeat':
        return this.#repeat(expression, from)
    }
  }

  #after(part: Expression, places: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...places].flatMap((place) => [...this.ends(part, place)]))
  }

  #repeat({ item, least, most }: Extract<Expression, { kind: 'repeat' }>, from: number): ReadonlySet<number> {
    const ends = new Set<number>()
    let places: ReadonlySet<number> = new Set([from])
    for (let count = 0; places.size > 0 && count <= most; count += 1) {
      const fresh = [...places].filter((place) => count < least || !ends.has(place))
      if (count >= least) for (const place of fresh) ends.add(place)
      places = this.#after(item, new Set(fresh))
    }
    return ends
  }
}
