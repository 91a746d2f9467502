import type { Observation } from '@skill-state/protocol'
import type { JournalDecision } from '../journal.ts'
import { type BaseRecord, isBase, type JournalRecord } from './record.ts'

/** The text of a record: JSON on one line, with the kind as the first key. */
export function encode(record: JournalRecord): string {
  if (isBase(record)) return encodeBase(record)
  switch (record.kind) {
    case 'decided':
      return JSON.stringify({ decided: record.index, ...fieldsOfDecision(record) })
    case 'waiting':
      return JSON.stringify({ waiting: record.index, ...record.waiting })
    case 'approved':
      return JSON.stringify({ approved: record.index, action: record.action })
    case 'received':
      return JSON.stringify({ received: record.index, ...record.message })
    case 'resumed': {
      const { index, observation, taken } = record
      return JSON.stringify({ resumed: index, ...(taken > 0 && { taken }), ...fieldsOf(observation) })
    }
    default:
      return JSON.stringify({ [record.kind]: record.index, ...fieldsOf(record.observation) })
  }
}

function encodeBase({ kind, index, line, state, observation, ...rest }: BaseRecord): string {
  const pending = 'pending' in rest && rest.pending && { pending: fieldsOfDecision(rest.pending) }
  const position = { ...(line > 0 && { line }), ...(observation && fieldsOf(observation)), state }
  return JSON.stringify({ [kind]: index, ...rest, ...pending, ...position })
}

function fieldsOfDecision(decision: JournalDecision): Partial<JournalDecision> {
  const { patch, action, source, commit, waiting, approved, asked, spent } = decision
  return {
    patch,
    action,
    source,
    ...(commit === 'after-accept' && { commit }),
    waiting,
    approved,
    asked,
    spent,
  }
}

function fieldsOf({ text, done, refused, waiting, captured }: Observation): Partial<Observation> {
  return {
    text,
    ...(done && { done }),
    ...(refused !== undefined && { refused }),
    ...(waiting && { waiting }),
    ...(captured && { captured }),
  }
}
