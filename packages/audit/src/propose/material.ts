import { type Material, materialOf } from '@skill-state/core/capture'
import type { JsonValue } from '@skill-state/protocol'
import type { View } from '../needs/view.ts'

/** What rules can take from a message of an episode, with the index of the message. */
export type PlacedMaterial = Material & { readonly index: number }

/** The material of an episode in order: its sources, without failed calls. */
export function materialIn({ messages, isSource }: View): readonly PlacedMaterial[] {
  const given = new Map<string, JsonValue>()
  return messages.flatMap((message, index): PlacedMaterial[] => {
    for (const call of message.calls ?? []) if (call.id !== undefined) given.set(call.id, call.arguments)
    if (!isSource(index)) return []
    const { role, content: text, tool = 'unknown', callId = '' } = message
    if (role === 'user') return [{ index, ...materialOf({ role, text }) }]
    if (message.error === true) return []
    return [{ index, ...materialOf({ tool, input: given.get(callId) ?? null, text }) }]
  })
}
