import type { OpenJournal } from '@skill-state/core/journal'
import type { Waiting } from '@skill-state/protocol'
import type { ApprovalRequest, CallRequest } from '../events.ts'
import { callOf } from './conversation.ts'

/** The call that waits for approval; undefined if none does. */
export function waitingApproval(journal: OpenJournal): ApprovalRequest | undefined {
  const waiting = openWait(journal)
  return waiting?.for === 'approval' ? { ...pendingCall(journal), reason: waiting.reason } : undefined
}

/** The call that waits for its result; undefined if none does. */
export function waitingCall(journal: OpenJournal): CallRequest | undefined {
  return openWait(journal)?.for === 'result' ? pendingCall(journal) : undefined
}

/** What the pending call waits for; undefined if its message is closed: then it is only to be settled. */
function openWait({ position: { pending, turn } }: OpenJournal): Waiting | undefined {
  return turn?.end === undefined ? pending?.waiting : undefined
}

function pendingCall({ position }: OpenJournal): CallRequest {
  const { pending } = position
  const [tool = '', input = null] = (pending && callOf(pending.action)) ?? []
  return { step: stepOf(position), tool, input }
}

/** The number of the step that is next or pending. Unlike t, which undo takes back, it never comes again in a session. */
export function stepOf({ index, skipped = 0 }: OpenJournal['position']): number {
  return index + skipped
}
