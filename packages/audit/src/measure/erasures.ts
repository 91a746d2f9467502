import { diff } from '@skill-state/core'
import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { canonicalJson } from '../json/canonical.ts'
import type { Need } from '../needs/needs.ts'
import { finderIn, wordsOf } from '../needs/occurrence.ts'
import type { View } from '../needs/view.ts'

/** What rewriting a state as a whole lost, beside what a patch would have cost. */
export interface Erasures {
  readonly writes: number
  readonly transitions: number
  readonly transitionsLosingIds: number
  readonly idsBefore: number
  readonly idsLost: number
  readonly idsLostNeededLater: number
  readonly rewriteChars: number
  readonly patchChars: number
  readonly reordered: number
  readonly duplicateKeys: number
}

/** Identifiers in a state that a model wrote. */
const IDS = /#W[0-9]+|(?<![0-9A-Za-z_])[0-9]{10}(?![0-9A-Za-z_])|(?:gift_card|credit_card|paypal)_[0-9]+/g

export function erasuresOf(
  { messages }: Pick<View, 'messages'>,
  needs: readonly Need[],
  stateTools: ReadonlySet<string>,
): Erasures {
  const duplicates = { count: 0 }
  const writes = messages.flatMap((message, index) =>
    (message.calls ?? [])
      .filter(({ name }) => stateTools.has(name))
      .map(({ arguments: given }) => {
        const text = canonicalJson(given)
        const keyed = keyedForm(given, duplicates)
        return { index, given, text, ids: new Set(text.match(IDS)), keyed }
      }),
  )
  const ids = new Set(writes.flatMap(({ ids }) => [...ids]))
  const needing = finderIn(
    needs.map(({ value }) => value),
    wordsOf(ids),
  )
  const lastNeed = new Map(Array.from(ids, (id) => [id, needs[needing(id).at(-1) ?? -1]?.call.index ?? -1]))
  const transitions = writes.slice(1).map((after, at) => {
    const before = writes[at] as (typeof writes)[number]
    const lost = [...before.ids].filter((id) => !after.ids.has(id))
    const needed = lost.filter((id) => (lastNeed.get(id) ?? -1) > after.index)
    const patch = canonicalJson(patchBetween(before.keyed, after.keyed))
    return { before, after, lost: lost.length, needed: needed.length, patchChars: patch.length }
  })
  const sum = (figure: (each: (typeof transitions)[number]) => number): number =>
    transitions.reduce((total, each) => total + figure(each), 0)
  return {
    writes: writes.length,
    transitions: transitions.length,
    transitionsLosingIds: sum(({ lost }) => (lost > 0 ? 1 : 0)),
    idsBefore: sum(({ before }) => before.ids.size),
    idsLost: sum(({ lost }) => lost),
    idsLostNeededLater: sum(({ needed }) => needed),
    rewriteChars: sum(({ after }) => after.text.length),
    patchChars: sum(({ patchChars }) => patchChars),
    reordered: sum(({ before, after }) => (isReordered(before.given, after.given) ? 1 : 0)),
    duplicateKeys: duplicates.count,
  }
}

/** Arguments as keyed maps: nulls removed, and arrays of objects with a string `content` keyed by it. */
function keyedForm(value: JsonValue, duplicates: { count: number }): JsonValue {
  if (Array.isArray(value)) {
    const keys = keysOf(value)
    if (keys === undefined) return value.map((each) => keyedForm(each, duplicates))
    duplicates.count += keys.length - new Set(value.map(({ content }) => content)).size
    const entries = value.map(({ content, ...rest }) => keyedForm(rest, duplicates))
    return Object.fromEntries(keys.map((key, at) => [key, entries[at] as JsonValue]))
  }
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([key, member]) => [key, keyedForm(member, duplicates)]))
}

/** The keys of a list in keyed form, in its order: each `content`, with `#2`, `#3`, … if it repeats. */
function keysOf(list: readonly JsonValue[]): readonly string[] | undefined {
  const times = new Map<string, number>()
  const keys: string[] = []
  for (const each of list) {
    if (!isJsonObject(each) || typeof each.content !== 'string') return undefined
    const count = (times.get(each.content) ?? 0) + 1
    times.set(each.content, count)
    keys.push(count > 1 ? `${each.content}#${count}` : each.content)
  }
  return keys
}

/** What changes one value into another. One that is no object is written anew as a whole. */
function patchBetween(before: JsonValue, after: JsonValue): JsonValue {
  if (isJsonObject(before) && isJsonObject(after)) return diff(before, after)
  return before === after ? {} : after
}

/** Whether entries that both states hold changed their order. */
function isReordered(before: JsonValue, after: JsonValue): boolean {
  const [left, right] = [todosOf(before), todosOf(after)]
  const [inLeft, inRight] = [new Set(left), new Set(right)]
  const kept = left.filter((key) => inRight.has(key))
  return kept.join('\n') !== right.filter((key) => inLeft.has(key)).join('\n')
}

function todosOf(state: JsonValue): readonly string[] {
  const todos = isJsonObject(state) ? state.todos : undefined
  return (Array.isArray(todos) && keysOf(todos)) || []
}
