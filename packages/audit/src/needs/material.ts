import type { Evidence, JsonValue } from '@skill-state/protocol'
import { type Material, materialOf } from '@skill-state/protocol/evidence'
import type { View } from './view.ts'

type PlacedEvidence = readonly { readonly index: number; readonly evidence: Evidence }[]

/** The evidence of an episode in order, with the index of its message: its sources, without failed calls. */
export function evidenceIn({ messages, isSource }: View): PlacedEvidence {
  const given = new Map<string, JsonValue>()
  return messages.flatMap((message, index): PlacedEvidence => {
    for (const call of message.calls ?? []) if (call.id !== undefined) given.set(call.id, call.arguments)
    if (!isSource(index)) return []
    const { role, content: text, tool = 'unknown', callId = '' } = message
    if (role === 'user') return [{ index, evidence: { role, text } }]
    if (message.error === true) return []
    return [{ index, evidence: { tool, input: given.get(callId) ?? null, text } }]
  })
}

/** What rules can take from a message of an episode, with the index of the message. */
export type PlacedMaterial = Material & { readonly index: number }

export function materialIn(view: View): readonly PlacedMaterial[] {
  return evidenceIn(view).map(({ index, evidence }) => ({ index, ...materialOf(evidence) }))
}
