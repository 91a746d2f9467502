import { type Expression, parseGrammar } from './gbnf-matcher.ts'

/** Most choices that are free: from there on, the shortest way to an end is taken. */
const FREE_CHOICES = 60

/** A text of a grammar. `choose` gives a whole number below the one it gets. */
export function sampleOf(grammar: string, choose: (below: number) => number): string {
  const rules = parseGrammar(grammar)
  return new Sample(rules, depthsOf(rules), choose).write({ kind: 'rule', name: 'root' })
}

class Sample {
  readonly #rules: ReadonlyMap<string, Expression>
  readonly #depths: ReadonlyMap<string, number>
  readonly #choose: (below: number) => number
  #choices = 0

  constructor(
    rules: ReadonlyMap<string, Expression>,
    depths: ReadonlyMap<string, number>,
    choose: (below: number) => number,
  ) {
    this.#rules = rules
    this.#depths = depths
    this.#choose = choose
  }

  write(expression: Expression): string {
    switch (expression.kind) {
      case 'literal':
        return expression.characters.join('')
      case 'class':
        return this.#character(expression)
      case 'rule': {
        const rule = this.#rules.get(expression.name)
        return rule ? this.write(rule) : ''
      }
      case 'sequence':
        return expression.parts.map((part) => this.write(part)).join('')
      case 'choice':
        return this.#choice(expression.parts)
      case 'repeat': {
        const { item, least, most } = expression
        const more = this.#pick(Math.min(most - least, 3) + 1)
        return Array.from({ length: least + more }, () => this.write(item)).join('')
      }
    }
  }

  #pick(below: number): number {
    this.#choices += 1
    return this.#choices > FREE_CHOICES ? 0 : this.#choose(below)
  }

  #choice(parts: readonly Expression[]): string {
    const ends = parts.filter((part) => depthOf(part, this.#depths) < Infinity)
    const shortest = ends.toSorted((one, other) => depthOf(one, this.#depths) - depthOf(other, this.#depths))
    const part = this.#choices > FREE_CHOICES ? shortest[0] : ends[this.#pick(ends.length)]
    return part ? this.write(part) : ''
  }

  #character({ negated, ranges }: Extract<Expression, { kind: 'class' }>): string {
    const isIn = (code: number): boolean => ranges.some(([first, last]) => code >= first && code <= last)
    const edges = ranges.flatMap(([first, last]) => [first - 1, first, last, last + 1])
    const codes = [...edges, 0x20, 0x61, 0x62, 0x76, 0x7f, 0xe9, 0x1f600].filter(
      (code) => code >= 0 && isIn(code) !== negated,
    )
    return String.fromCodePoint(codes[this.#pick(codes.length)] ?? 0)
  }
}

/** How many rules deep each rule goes at least. */
function depthsOf(rules: ReadonlyMap<string, Expression>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (let round = 0; round <= rules.size; round += 1) {
    for (const [name, rule] of rules) depths.set(name, 1 + depthOf(rule, depths))
  }
  return depths
}

function depthOf(expression: Expression, depths: ReadonlyMap<string, number>): number {
  if (expression.kind === 'rule') return depths.get(expression.name) ?? Infinity
  if (expression.kind === 'repeat') return expression.least === 0 ? 0 : depthOf(expression.item, depths)
  if (!('parts' in expression)) return 0
  const each = expression.parts.map((part) => depthOf(part, depths))
  return expression.kind === 'choice' ? Math.min(...each) : Math.max(0, ...each)
}
