import { freeName } from '../read/pointer.ts'
import { times } from './text.ts'

/** llama.cpp rejects repetitions of 2000 and more; each costs a rule of its own inside. */
const MOST_REPEATS = 1024

/** Names of rules whose meaning does not depend on the schema. */
export type SharedName = (typeof SHARED)[number]

const SHARED = [
  'space',
  'any',
  'text',
  'character',
  'number',
  'positive',
  'key-escape',
  'key-character',
] as const

export class GrammarRules {
  readonly #rules = new Map<string, string>()
  readonly #taken = new Set<string>(['root', ...SHARED])
  readonly #shared = new Set<SharedName>()

  /** A unique name, like the last key of the path. */
  reserve(path: string): string {
    const name = freeName(path.split('/').at(-1) ?? '', 'value', this.#taken)
    this.#taken.add(name)
    return name
  }

  define(name: string, body: string): string {
    this.#rules.set(name, body.trim())
    return name
  }

  add(path: string, body: string): string {
    return this.define(this.reserve(path), body)
  }

  /** Defines at the first call. The body may name the rule. */
  shared(name: SharedName, body: () => string): string {
    if (this.#shared.has(name)) return name
    this.#shared.add(name)
    return this.define(name, body())
  }

  /** From `least` to `most` of what one symbol stands for, however many; nothing if that is zero. */
  repeat(item: string, least: number, most: number): string {
    if (least > MOST_REPEATS) {
      const block = this.#block(item)
      const blocks = Math.floor(least / MOST_REPEATS)
      const counted = blocks * MOST_REPEATS
      return `${times(block, blocks, blocks)} ${this.repeat(item, least - counted, most - counted)}`
    }
    if (most === Infinity || most <= MOST_REPEATS) return times(item, least, most)
    return least > 0
      ? `${times(item, least, least)} ${this.#upTo(item, most - least)}`
      : this.#upTo(item, most)
  }

  /** Whole blocks first, so that there is one way to read a text. */
  #upTo(item: string, most: number): string {
    if (most <= MOST_REPEATS) return times(item, 0, most)
    const block = this.#block(item)
    const blocks = Math.floor(most / MOST_REPEATS)
    const fewer = `${times(block, 0, blocks - 1)} ${times(item, 0, MOST_REPEATS - 1)}`
    return `(${fewer} | ${times(block, blocks, blocks)} ${times(item, 0, most - blocks * MOST_REPEATS)})`
  }

  #block(item: string): string {
    return this.add('block', times(item, MOST_REPEATS, MOST_REPEATS))
  }

  /** The grammar, with the rule it begins with first. */
  text(root: string): string {
    const rules = [...this.#rules].map(([name, body]) => `${name} ::= ${body}`)
    return [`root ::= ${root}`, ...rules, ''].join('\n')
  }
}
