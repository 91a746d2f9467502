import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** The whole transcript. */
export function showAll<M extends PolicyMessage>(messages: readonly M[]): readonly M[] {
  return messages
}

export const full: PolicyRecord = { id: 'full', description: 'the whole transcript', show: showAll }
