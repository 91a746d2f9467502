import { invalidOption } from '@skill-state/protocol'
import { unescapeStep } from '../../json/pointer.ts'
import { childOf, childrenOf, type Node } from './node.ts'

/** One key by name, or the keys that pass. */
export type PatternStep = string | ((key: string) => boolean)

/** Places of a state. `text` is for people: `*` stands for the keys of a step that has no single name. */
export interface Pattern {
  readonly text: string
  readonly steps: readonly PatternStep[]
}

/**
 * A JSON Pointer (RFC 6901) in which a step `*` stands for any one key, such as `/inventory/*`. A key that is
 * itself `*` is written `~2`.
 */
export type PointerPattern = string | Pattern

/** Throws `invalid-option` for text that is no pointer. */
export function toPattern(pattern: PointerPattern): Pattern {
  if (typeof pattern !== 'string') return pattern
  const [first, ...steps] = pattern.split('/')
  if (first !== '' || /~(?![012])/.test(pattern)) {
    const message = `expected a JSON Pointer such as "/orders/*/id", found ${JSON.stringify(pattern)}`
    throw invalidOption(message)
  }
  return {
    text: pattern,
    steps: steps.map((step) => (step === '*' ? () => true : unescapeStep(step.replaceAll('~2', '*')))),
  }
}

export function passes(step: PatternStep, key: string): boolean {
  return typeof step === 'string' ? step === key : step(key)
}

/** A value at a place of a pattern. */
export interface Place {
  readonly path: readonly string[]
  readonly value: Node
}

/** The values at the end of these steps, in order. A step goes into objects by key and into arrays by index. */
export function* placesIn(
  node: Node | undefined,
  steps: readonly PatternStep[],
  path: readonly string[] = [],
): Generator<Place, void, undefined> {
  if (node === undefined) return
  const [step, ...rest] = steps
  if (step === undefined) yield { path, value: node }
  else if (typeof step === 'string') yield* placesIn(childOf(node, step), rest, [...path, step])
  else {
    for (const [key, child] of childrenOf(node)) {
      if (step(key)) yield* placesIn(child, rest, [...path, key])
    }
  }
}

/** A short name for a guard of these places. */
export function nameWith(name: string, patterns: readonly Pattern[]): string {
  return `${name}(${patterns.map(({ text }) => text).join(', ')})`
}
