import type { Field } from '@skill-state/core/capture'
import { leavesOf } from '@skill-state/core/capture'
import type { Need } from '../needs/needs.ts'
import { fillField } from './filled-field.ts'
import type { PlacedMaterial } from './material.ts'
import { isCarried, type Training } from './training.ts'
import { usersOf } from './users-of.ts'

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
    neededBy: 'tool' in field.from ? neededBy(field, training) : usersOf(field.from, training),
    holds: holds.filter((at) => isCarried(needs[at] as Need)).length,
    bound: boundOf(field, training),
  }
}

function originOf({ from, key }: Field): string {
  if ('pattern' in from) return `what users write, by the pattern ${from.pattern}`
  return `${from.path} in results of ${from.tool}${key === undefined ? '' : `, under the text at ${key}`}`
}

/** The tools that need what the field holds. */
function neededBy(field: Field, { effectOf, episodes }: Training): readonly string[] {
  const held = new Set(effectOf(field).holds)
  const tools = new Set<string>()
  let at = 0
  for (const { view, sourced } of episodes) {
    for (const { call, value } of sourced) {
      if (!held.has(at++)) continue
      for (const { name, arguments: given } of view.messages[call.index]?.calls ?? []) {
        if (leavesOf(given).some(({ text, isKey }) => !isKey && text === value)) tools.add(name)
      }
    }
  }
  return [...tools].sort()
}

function boundOf(field: Field, { episodes }: Training): DescribedField['bound'] {
  let [slots, values, chars] = [1, 1, 1]
  for (const { material } of episodes) {
    const filled = fillField(field)
    for (const each of material as readonly PlacedMaterial[]) {
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
