import { type Message, textOf } from '../episode.ts'
import type { Need } from '../needs/needs.ts'
import { occursIn } from '../needs/occurrence.ts'
import { searchableStrings } from '../needs/searchable.ts'
import type { View } from '../needs/view.ts'
import type { PolicyRecord } from '../policies/index.ts'
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

export function judgePolicy(
  policy: PolicyRecord,
  view: View,
  needs: readonly Need[],
  systemLine: string,
): PolicyVerdict {
  const indices = new Map(view.messages.map((message, index) => [message, index]))
  const lines = new Map<Message, string>()
  const chars: number[] = []
  const sharedChars: number[] = []
  const visible: [boolean, boolean][] = []
  let previous: readonly string[] | undefined
  let next = 0
  for (const call of view.calls) {
    const shown = policy.show(view.messages.slice(0, call.index))
    const prompt = shown.map((message) => lineOf(message, lines))
    chars.push(prompt.reduce((sum, line) => sum + line.length, 0))
    sharedChars.push(previous === undefined ? 0 : systemLine.length + commonPrefix(previous, prompt))
    previous = prompt
    const asIs = new Set(shown.flatMap((message) => indices.get(message) ?? []))
    const changed = shown.filter((message) => !indices.has(message) && message.cleared !== true)
    for (; needs[next]?.call === call; next++) {
      const need = needs[next] as Need
      const restated = changed.some((message) => occursInMessage(need.value, message))
      visible.push([
        restated || need.places.some((at) => asIs.has(at)),
        need.sources.some((at) => asIs.has(at)),
      ])
    }
  }
  return { chars, sharedChars, visible }
}

function lineOf(message: Message, known: Map<Message, string>): string {
  const line = known.get(message) ?? `${message.role}: ${textOf(message)}\n`
  known.set(message, line)
  return line
}

function occursInMessage(value: string, message: Message): boolean {
  return searchableStrings(message).some((text) => occursIn(value, text))
}
