import { type Issue, invalidOption } from '@skill-state/protocol'
import { MAX_ISSUES } from '../../json/limits.ts'
import { unescapeStep } from '../../json/pointer.ts'
import { type Change, toPointer } from '../../state/change.ts'
import { childOf, childrenOf, type Node, nodeAt } from '../../state/node.ts'

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

interface Place {
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

export function nameWith(name: string, patterns: readonly Pattern[]): string {
  return `${name}(${patterns.map(({ text }) => text).join(', ')})`
}

/** A change as it concerns one place of a pattern. */
export interface Touched {
  /** The keys of what was changed: the place itself, or something in it. */
  readonly path: readonly string[]
  readonly before: Node | undefined
  readonly after: Node | undefined
  /** Levels by which the change lies below the place; 0 if it is about the place itself. */
  readonly inside: number
}

/**
 * What changes did at the places of the patterns, also if they replaced or deleted something above them.
 * Looks only at what was changed.
 */
export function* touchedBy(
  changes: Iterable<Change>,
  patterns: readonly Pattern[],
): Generator<Touched, void, undefined> {
  for (const change of changes) {
    for (const { steps } of patterns) {
      const { path } = change
      if (!path.every((key, at) => steps[at] === undefined || passes(steps[at], key))) continue
      if (steps.length <= path.length) yield { ...change, inside: path.length - steps.length }
      else {
        for (const place of placesIn(change.before, steps.slice(path.length))) {
          const after = nodeAt(change.after, place.path)
          yield { path: [...path, ...place.path], before: place.value, after, inside: 0 }
        }
      }
    }
  }
}

export function issueAt(path: readonly string[], message: string): Issue {
  return { path: toPointer(path), message }
}

/** At most `MAX_ISSUES` of them, each once, and a last line on how many more there are. */
export function listIssues(found: Iterable<Issue>): readonly Issue[] {
  const byText = new Map<string, Issue>()
  for (const issue of found) byText.set(`${issue.path}\n${issue.message}`, issue)
  const issues = [...byText.values()].slice(0, MAX_ISSUES)
  const more = byText.size - issues.length
  return more > 0 ? [...issues, { path: '', message: `and ${more} more` }] : issues
}
