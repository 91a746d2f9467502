import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** The messages after the last assistant message. */
export function showObservation<M extends PolicyMessage>(messages: readonly M[]): readonly M[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
}

export const observationOnly: PolicyRecord = {
  id: 'observation-only',
  description: 'what came since the previous call',
  show: showObservation,
}
