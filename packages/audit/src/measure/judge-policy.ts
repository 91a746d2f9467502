import type { PolicyMessage, PolicyRecord } from '@skill-state/policies'
import { textOf } from '../episode.ts'
import type { Need } from '../needs/needs.ts'
import { finderIn, wordsOf } from '../needs/occurrence.ts'
import { searchableStrings, type View } from '../needs/view.ts'
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
  const indexOf = new Map<PolicyMessage, number>(view.messages.map((message, index) => [message, index]))
  // Where in the prompt each message as it is was last put.
  const placeOf = new Uint32Array(view.messages.length)
  const chars: number[] = []
  const sharedChars: number[] = []
  const visible: [boolean, boolean][] = []
  const follow = policy.follow?.() ?? followShown(policy)
  const shown: PolicyMessage[] = []
  const lines: string[] = []
  let changed: { readonly at: number; readonly message: PolicyMessage }[] = []
  let next = 0
  let seen = 0
  for (const call of view.calls) {
    // A prompt begins as the one before: only what follows is read.
    const { same, rest: later } = await follow(view.messages.slice(seen, call.index))
    seen = call.index
    shown.splice(same)
    for (const message of later) shown.push(message)
    changed = changed.filter(({ at }) => at < same)
    for (const [after, message] of later.entries()) {
      const at = same + after
      const index = indexOf.get(message)
      if (index !== undefined) placeOf[index] = at
      else if (message.cleared !== true) changed.push({ at, message })
    }
    const rest = later.map((message) => `${message.role}: ${textOf(message)}\n`)
    const dropped = lines.splice(same)
    const start = (chars.at(-1) ?? 0) - lengthOf(dropped)
    chars.push(start + lengthOf(rest))
    sharedChars.push(call.number === 0 ? 0 : systemLine.length + start + commonPrefix(dropped, rest))
    for (const line of rest) lines.push(line)
    const isShown = (at: number): boolean => shown[placeOf[at] ?? 0] === view.messages[at]
    const first = next
    while (needs[next]?.call === call) next++
    const own = needs.slice(first, next)
    const kept = own.map(({ places }) => places.findLast(isShown) !== undefined)
    const unseen = own.flatMap(({ value }, at) => (kept[at] ? [] : [value]))
    const rewritten = unseen.length === 0 ? [] : changed.flatMap(({ message }) => searchableStrings(message))
    const find = finderIn(rewritten, wordsOf(unseen))
    own.forEach(({ value, sources }, at) => {
      const any = kept[at] || find(value).length > 0
      visible.push([any, sources.findLast(isShown) !== undefined])
    })
  }
  return { chars, sharedChars, visible }
}

type PromptAfter = ReturnType<ReturnType<NonNullable<PolicyRecord['follow']>>>

/** Compares each prompt of a policy with the one before. */
function followShown({ show }: PolicyRecord) {
  const messages: PolicyMessage[] = []
  let shown: readonly PolicyMessage[] = []
  return async (added: readonly PolicyMessage[]): Promise<PromptAfter> => {
    for (const message of added) messages.push(message)
    const before = shown
    shown = [...(await show([...messages]))]
    const same = sameStart(before, shown)
    return { same, rest: shown.slice(same) }
  }
}

/** How many messages two prompts have in common, from their beginning. */
function sameStart(before: readonly PolicyMessage[], after: readonly PolicyMessage[]): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same++
  return same
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0)
}
