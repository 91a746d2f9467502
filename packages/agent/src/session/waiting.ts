import type { OpenJournal } from '@skill-state/core/journal'
import type { ApprovalRequest, CallRequest } from '../events.ts'
import { callOf } from './conversation.ts'

/** The call that waits for approval; undefined if none does. */
export function waitingApproval(journal: OpenJournal): ApprovalRequest | undefined {
  const { waiting } = journal.position.pending ?? {}
  return waiting?.for === 'approval' ? { ...pendingCall(journal), reason: waiting.reason } : undefined
}

/** The call that waits for its result; undefined if none does. */
export function waitingCall(journal: OpenJournal): CallRequest | undefined {
  return journal.position.pending?.waiting?.for === 'result' ? pendingCall(journal) : undefined
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
