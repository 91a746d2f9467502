import { codePoint, literal } from './text.ts'

/**
 * What a regular expression from ^ to $ matches, as a part of a grammar within a JSON string; undefined for what is
 * not translated: looking round, references, any or other characters, and those that JSON spells with an escape.
 */
export function patternGrammar(source: string): string | undefined {
  if (!source.startsWith('^') || !source.endsWith('$')) return undefined
  const reader = new PatternReader(source.slice(1, -1))
  const grammar = reader.choice()
  // A choice outside of parentheses would take ^ and $ apart.
  return grammar === undefined || !reader.isAtEnd || reader.hasChoice ? undefined : grammar
}

const CLASSES: Readonly<Record<string, string>> = { '\\d': '[0-9]', '\\w': '[A-Za-z0-9_]' }

class PatternReader {
  #rest: string
  hasChoice = false

  constructor(source: string) {
    this.#rest = source
  }

  get isAtEnd(): boolean {
    return this.#rest === ''
  }

  #take(pattern: RegExp): string | undefined {
    const [found] = pattern.exec(this.#rest) ?? []
    if (found !== undefined) this.#rest = this.#rest.slice(found.length)
    return found
  }

  choice(): string | undefined {
    const parts = [this.#sequence()]
    while (this.#take(/^\|/)) {
      parts.push(this.#sequence())
      this.hasChoice = true
    }
    const known = parts.filter((part) => part !== undefined && part !== '')
    return known.length < parts.length ? undefined : known.join(' | ')
  }

  #sequence(): string | undefined {
    const parts: string[] = []
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) {
      const item = this.#item()
      if (item === undefined) return undefined
      // Counts of four digits are more than llama.cpp counts to, or nearly.
      const times = this.#take(/^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})/) ?? ''
      parts.push(item + times)
    }
    return parts.join(' ')
  }

  #item(): string | undefined {
    if (this.#take(/^\((?:\?:)?(?!\?)/)) return this.#group()
    const shorthand = this.#take(/^\\[dw]/)
    if (shorthand !== undefined) return CLASSES[shorthand]
    const set = this.#take(/^\[(?!\^)(?:[^\]\\"]|\\[dw]|\\[-\].^$*+?(){}|/[])+\]/u)
    if (set !== undefined) return this.#class(set.slice(1, -1))
    const character = this.#take(/^(?:[^\\^$.*+?()[\]{}|"]|\\[-.^$*+?()[\]{}|/])/u)
    return character === undefined || isControl(character) ? undefined : literal(character.replace(/^\\/, ''))
  }

  #group(): string | undefined {
    const had = this.hasChoice
    const inner = this.choice()
    this.hasChoice = had
    return inner === undefined || inner === '' || !this.#take(/^\)/) ? undefined : `(${inner})`
  }

  #class(set: string): string | undefined {
    const parts = [...set.matchAll(/\\[dw]|\\?(.)(?:-\\?(.))?/gsu)].map(([whole, from = '', to]) => {
      const shorthand = CLASSES[whole]
      if (shorthand !== undefined) return shorthand.slice(1, -1)
      return codePoint(from) + (to === undefined ? '' : `-${codePoint(to)}`)
    })
    return isControl(set) || spansEscape(set) ? undefined : `[${parts.join('')}]`
  }
}

const isControl = (text: string): boolean => Array.from(text).some((character) => character < ' ')

/** Whether a range holds a quotation mark or a backslash, which JSON spells with an escape. */
function spansEscape(set: string): boolean {
  return [...set.matchAll(/\\?(.)-\\?(.)/gsu)].some(([, from = '', to = '']) =>
    ['"', '\\'].some((character) => from <= character && character <= to),
  )
}
