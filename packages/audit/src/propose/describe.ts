import { type Field, leavesOf, textsIn } from '@skill-state/protocol/evidence'
import type { Need } from '../needs/needs.ts'
import { occursIn } from '../needs/occurrence.ts'
import { fillField } from './filled-field.ts'
import { isCarried, type Training, type TrainingEpisode } from './training.ts'

/** A field with what the recordings say about it. */
export interface DescribedField {
  readonly field: Field
  /** Where its values come from, in words. */
  readonly origin: string
  /** Tools whose arguments need its values. */
  readonly neededBy: readonly string[]
  /** Carried needs that it holds in the recordings. */
  readonly holds: number
  /** Most slots, values of a list, and characters of a value, with room to spare. */
  readonly bound: { readonly slots: number; readonly values: number; readonly chars: number }
}

export function describeField(field: Field, training: Training): DescribedField {
  const { holds } = training.effectOf(field)
  const needs = training.episodes.flatMap(({ sourced }) => sourced)
  return {
    field,
    origin: originOf(field),
    neededBy: [...new Set(neededBy(field, training))].sort(),
    holds: holds.filter((at) => isCarried(needs[at] as Need)).length,
    bound: boundOf(field, training),
  }
}

function originOf({ from, key }: Field): string {
  if ('pattern' in from) return `what users write, by the pattern ${from.pattern}`
  return `${from.path} in results of ${from.tool}${key === undefined ? '' : `, under the text at ${key}`}`
}

/** The tools that need what the field holds; of one that users fill, whatever its pattern takes. */
function* neededBy(field: Field, { effectOf, episodes }: Training): Generator<string> {
  const { from } = field
  const held = new Set(effectOf(field).holds)
  let at = 0
  for (const episode of episodes) {
    const said = 'pattern' in from ? episode.material.flatMap((each) => textsIn(each, from)) : []
    for (const need of episode.sourced) {
      const isHeld = held.has(at++)
      const isTaken = 'tool' in from ? isHeld : said.some((text) => occursIn(need.value, text))
      if (isTaken) yield* callersOf(episode, need)
    }
  }
}

/** The tools of a call that have a needed value as an argument. */
function callersOf({ view }: TrainingEpisode, { call, value }: Need): readonly string[] {
  const calls = view.messages[call.index]?.calls ?? []
  return calls.flatMap(({ name, arguments: given }) =>
    leavesOf(given).some(({ text, isKey }) => !isKey && text === value) ? [name] : [],
  )
}

function boundOf(field: Field, { episodes }: Training): DescribedField['bound'] {
  let [slots, values, chars] = [1, 1, 1]
  for (const { material } of episodes) {
    const filled = fillField(field)
    for (const each of material) {
      filled.take(each)
      const value = filled.value() ?? []
      const lists = (Array.isArray(value) ? [value] : Object.values(value)) as readonly (readonly string[])[]
      slots = Math.max(slots, lists.length)
      values = Math.max(values, ...lists.map(({ length }) => length))
      chars = Math.max(chars, ...filled.texts().map(({ length }) => length))
    }
  }
  return { slots: roomy(slots), values: roomy(values), chars: Math.ceil((1.5 * chars) / 10) * 10 }
}

function roomy(count: number): number {
  return Math.ceil(1.5 * count) + 2
}
