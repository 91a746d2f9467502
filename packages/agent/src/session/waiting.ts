import type { OpenJournal } from '@skill-state/core/journal'
import { callsOf, type Waiting } from '@skill-state/protocol'
import type { ApprovalRequest } from '../events.ts'
import { callOf } from './conversation.ts'

/** The pending calls that wait for something; none if their message is closed: then they are only to be settled. */
export function waitingFor(
  { position }: OpenJournal,
  purpose: Exclude<Waiting['for'], 'reply'>,
): readonly ApprovalRequest[] {
  const { pending, turn } = position
  if (!pending || turn?.end !== undefined) return []
  const step = stepOf(position)
  const list = callsOf(pending.action)
  const calls = list ?? [pending.action]
  return calls.flatMap((action, at) => {
    const { waiting } = list ? (pending.calls?.[at] ?? {}) : pending
    const [tool = '', input = null] = callOf(action) ?? []
    if (waiting?.for !== purpose) return []
    const call = { step, call: list && at, tool, input }
    return [purpose === 'approval' ? { ...call, reason: waiting.reason } : call]
  })
}

/** The number of the step that is next or pending. Unlike t, which undo takes back, it never comes again in a session. */
export function stepOf({ index, skipped = 0 }: OpenJournal['position']): number {
  return index + skipped
}
