import type { Observation } from '@skill-state/protocol'
import { type BaseRecord, isBase, type JournalRecord } from './_record.ts'
import type { JournalDecision } from './journal.ts'

/** The text of a record: JSON on one line, with the kind as the first key. */
export function encode(record: JournalRecord): string {
  if (isBase(record)) return encodeBase(record)
  if (record.kind !== 'decided') {
    return JSON.stringify({ [record.kind]: record.index, ...fieldsOf(record.observation) })
  }
  return JSON.stringify({ decided: record.index, ...fieldsOfDecision(record) })
}

function encodeBase({ kind, index, line, state, observation, ...rest }: BaseRecord): string {
  const pending = 'pending' in rest && rest.pending && { pending: fieldsOfDecision(rest.pending) }
  const position = { ...(line > 0 && { line }), ...(observation && fieldsOf(observation)), state }
  return JSON.stringify({ [kind]: index, ...rest, ...pending, ...position })
}

function fieldsOfDecision({ patch, action, source, commit }: JournalDecision): Partial<JournalDecision> {
  return { patch, action, source, ...(commit === 'after-accept' && { commit }) }
}

function fieldsOf({ text, done, refused }: Observation): Partial<Observation> {
  return { text, ...(done && { done }), ...(refused !== undefined && { refused }) }
}
