import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { callOf } from './parts/action.ts'
import { Conversation } from './parts/conversation.ts'
import { idField, textField } from './parts/fields.ts'
import type { GatheredFormat, Gatherer } from './parts/gatherer.ts'

/** Journals of skill-state: an observation, then a decision and an answer for each step. */
export const journal: GatheredFormat = {
  id: 'skill-state-journal',
  description: 'journals of skill-state',
  recognises: (record) => kindOf(record) !== undefined,
  gather: () => gatherJournal(),
}

/** A journal's record begins with its kind, whose value is the step. */
const KINDS = [
  'open',
  'snapshot',
  'undone',
  'migrated',
  'started',
  'decided',
  'answered',
  'waiting',
  'approved',
  'resumed',
  'received',
  'closed',
  'withdrawn',
  'spent',
]

function kindOf(record: JsonObject): string | undefined {
  const [first] = Object.keys(record)
  return KINDS.find((kind) => kind === first && typeof record[kind] === 'number')
}

function gatherJournal(): Gatherer {
  const conversation = new Conversation()
  let taskId: string | undefined
  const add = (record: JsonObject): void => {
    const kind = kindOf(record)
    const text = textField(record, 'text')
    if (kind === 'open') taskId = idField(record, 'id')
    if (kind === 'undone') conversation.note('steps of the journal were undone; both versions are read')
    if (kind === 'started' || kind === 'resumed') conversation.user(text ?? '')
    else if (kind === 'received') conversation.user(text ?? '')
    else if (kind === 'decided' && (typeof record.action === 'string' || isJsonObject(record.action))) {
      conversation.assistant({
        content: '',
        calls: [callOf(record.action, `step-${idField(record, 'decided') ?? ''}`)],
      })
    } else if (kind === 'answered') {
      conversation.tool(text ?? '', `step-${idField(record, 'answered') ?? ''}`, {
        error: record.refused === true,
      })
    }
  }
  return { add, episodes: () => [conversation.episode({ taskId })] }
}
