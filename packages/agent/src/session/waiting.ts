import type { OpenJournal } from '@skill-state/core/journal'
import { callsOf, type Waiting } from '@skill-state/protocol'
import type { ApprovalRequest, CallRequest } from '../events.ts'
import { callOf } from './conversation.ts'

export function waitingApprovals(journal: OpenJournal): readonly ApprovalRequest[] {
  return waitingFor(journal, 'approval').map(([call, { reason }]) => ({ ...call, reason }))
}

export function waitingCalls(journal: OpenJournal): readonly CallRequest[] {
  return waitingFor(journal, 'result').map(([call]) => call)
}

/** The pending calls that wait for something; none if their message is closed: then they are only to be settled. */
function waitingFor(
  { position }: OpenJournal,
  purpose: Waiting['for'],
): readonly (readonly [CallRequest, Waiting])[] {
  const { pending, turn } = position
  if (!pending || turn?.end !== undefined) return []
  const step = stepOf(position)
  const list = callsOf(pending.action)
  const calls = list ?? [pending.action]
  return calls.flatMap((action, at) => {
    const { waiting } = list ? (pending.calls?.[at] ?? {}) : pending
    const [tool = '', input = null] = callOf(action) ?? []
    return waiting?.for === purpose ? [[{ step, call: list && at, tool, input }, waiting] as const] : []
  })
}

/** The number of the step that is next or pending. Unlike t, which undo takes back, it never comes again in a session. */
export function stepOf({ index, skipped = 0 }: OpenJournal['position']): number {
  return index + skipped
}
