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

function pendingCall({ position: { index, pending } }: OpenJournal): CallRequest {
  const [tool = '', input = null] = (pending && callOf(pending.action)) ?? []
  return { step: index, tool, input }
}
