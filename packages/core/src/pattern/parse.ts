export type CharTest = (code: number) => boolean

export type Expression =
  /** `source` is how the pattern writes it. */
  | { readonly kind: 'char'; readonly test: CharTest; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly least: number; readonly most: number }
  | { readonly kind: 'place'; readonly place: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'ahead'; readonly part: Expression; readonly negated: boolean }

/** Thrown for what cannot be matched in time linear in a text. */
export class Unsupported extends Error {}

const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/uy
const ESCAPE =
  /\\(?:u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[a-zA-Z]|[\s\S])/uy
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy
const GROUP = /\((?:\?:|\?<(?![=!])[^>]*>)?/uy

/** Reads a regular expression in Unicode mode that JavaScript accepts. */
export function parseExpression(source: string): Expression {
  return new Parser(source).read()
}

class Parser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  read(): Expression {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'choice', options }
  }

  #sequence(): Expression {
    const parts: Expression[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] as string)) {
      parts.push(this.#quantified(this.#part()))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'sequence', parts }
  }

  #quantified(part: Expression): Expression {
    const [text, least, comma, most] = this.#match(QUANTIFIER) ?? []
    if (text === undefined) return part
    if (least !== undefined) {
      const end = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)
      return { kind: 'repeat', part, least: Number(least), most: end }
    }
    const most1 = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    return { kind: 'repeat', part, least: text.startsWith('+') ? 1 : 0, most: most1 }
  }

  #part(): Expression {
    const char = this.#source[this.#at] as string
    if (char === '(') return this.#group()
    if (char === '^' || char === '$') return this.#next(1, { kind: 'place', place: char })
    if (char === '[') return charOf(this.#match(CLASS)?.[0] ?? '')
    if (char === '.') return this.#next(1, charOf('.'))
    if (char === '\\') return this.#escape()
    const code = this.#source.codePointAt(this.#at) as number
    const source = String.fromCodePoint(code)
    return this.#next(source.length, { kind: 'char', test: (other) => other === code, source })
  }

  #escape(): Expression {
    const [text = ''] = this.#match(ESCAPE) ?? []
    if (text === '\\b' || text === '\\B') return { kind: 'place', place: text }
    if (/^\\[1-9k]/.test(text)) throw new Unsupported('a reference to a group')
    return charOf(text)
  }

  #group(): Expression {
    const ahead = /\(\?[=!]/y
    const sign = this.#match(ahead)?.[0]
    if (sign === undefined && this.#match(GROUP)?.[0] === '(' && this.#source[this.#at] === '?') {
      throw new Unsupported(this.#source[this.#at + 1] === '<' ? 'a look behind' : 'a group with flags')
    }
    const part = this.read()
    this.#at += 1
    return sign === undefined ? part : { kind: 'ahead', part, negated: sign.endsWith('!') }
  }

  #next(length: number, expression: Expression): Expression {
    this.#at += length
    return expression
  }

  #take(char: string): boolean {
    const found = this.#source[this.#at] === char
    if (found) this.#at += 1
    return found
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source) ?? undefined
    if (found) this.#at = sticky.lastIndex
    return found
  }
}

/** A part that stands for one code point, which JavaScript itself decides; ASCII is decided once. */
function charOf(part: string): Expression {
  const pattern = new RegExp(`^${part}$`, 'u')
  const test = (code: number): boolean => pattern.test(String.fromCodePoint(code))
  const ascii = Array.from({ length: 128 }, (_, code) => test(code))
  return {
    kind: 'char',
    test: (code) => (code < 128 ? (ascii[code] as boolean) : test(code)),
    source: part,
  }
}
