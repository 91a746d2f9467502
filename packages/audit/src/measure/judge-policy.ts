import type { PolicyMessage, PolicyRecord } from '@skill-state/policies'
import { textOf } from '../episode.ts'
import type { Need } from '../needs/needs.ts'
import { finderIn, wordsOf } from '../needs/occurrence.ts'
import { searchableStrings } from '../needs/searchable.ts'
import type { View } from '../needs/view.ts'
import { commonPrefix } from './common-prefix.ts'

/** What a policy would have shown, by call and by need, in the order of the calls and of the needs. */
export interface PolicyVerdict {
  /** Characters of each call's prompt without the system line. */
  readonly chars: readonly number[]
  /** Characters that each prompt shares with the policy's previous one, system line included; 0 at the first. */
  readonly sharedChars: readonly number[]
  /** Whether each need occurs in a shown message, and whether in a shown source. */
  readonly visible: readonly (readonly [any: boolean, sources: boolean])[]
}

export async function judgePolicy(
  policy: PolicyRecord,
  view: View,
  needs: readonly Need[],
  systemLine: string,
): Promise<PolicyVerdict> {
  const known = new Map<PolicyMessage, { index: number; line: string }>(
    view.messages.map((message, index) => [message, { index, line: lineOf(message) }]),
  )
  // The number of the last call, plus one, that showed each message as it is.
  const shownAt = new Uint32Array(view.messages.length)
  const chars: number[] = []
  const sharedChars: number[] = []
  const visible: [boolean, boolean][] = []
  let previous: readonly string[] | undefined
  let next = 0
  for (const call of view.calls) {
    const stamp = call.number + 1
    const changed: PolicyMessage[] = []
    let size = 0
    const shown = await policy.show(view.messages.slice(0, call.index))
    const prompt = shown.map((message) => {
      const original = known.get(message)
      if (original !== undefined) shownAt[original.index] = stamp
      else if (message.cleared !== true) changed.push(message)
      const line = original?.line ?? lineOf(message)
      size += line.length
      return line
    })
    chars.push(size)
    sharedChars.push(previous === undefined ? 0 : systemLine.length + commonPrefix(previous, prompt))
    previous = prompt
    const isShown = (at: number): boolean => shownAt[at] === stamp
    const first = next
    while (needs[next]?.call === call) next++
    const own = needs.slice(first, next)
    const kept = own.map(({ places }) => places.findLast(isShown) !== undefined)
    const unseen = own.flatMap(({ value }, at) => (kept[at] ? [] : [value]))
    const restates = unseen.length === 0 ? () => false : restatedIn(changed, unseen)
    own.forEach(({ value, sources }, at) => {
      const any = kept[at] || restates(value)
      visible.push([any, sources.findLast(isShown) !== undefined])
    })
  }
  return { chars, sharedChars, visible }
}

const lineOf = (message: PolicyMessage): string => `${message.role}: ${textOf(message)}\n`

/** Whether messages as a policy rewrote them hold a value. */
function restatedIn(
  messages: readonly PolicyMessage[],
  values: readonly string[],
): (value: string) => boolean {
  const find = finderIn(
    messages.flatMap((message) => searchableStrings(message)),
    wordsOf(values),
  )
  return (value) => find(value).length > 0
}
