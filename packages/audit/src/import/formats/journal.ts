import { callsOf, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { callsIn } from './parts/action.ts'
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
  'called',
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
  let isList = false
  const add = (record: JsonObject): void => {
    const kind = kindOf(record)
    const text = textField(record, 'text')
    if (kind === 'open') taskId = idField(record, 'id')
    if (kind === 'undone') conversation.note('steps of the journal were undone; both versions are read')
    if (kind === 'started' || kind === 'resumed') conversation.user(text ?? '')
    else if (kind === 'received') conversation.user(text ?? '')
    else if (kind === 'decided' && (typeof record.action === 'string' || isJsonObject(record.action))) {
      const calls = callsIn(record.action, `step-${idField(record, 'decided') ?? ''}`)
      conversation.assistant({ content: '', calls })
      isList = callsOf(record.action) !== undefined
    } else if (kind === 'called') {
      const id = `step-${idField(record, 'called') ?? ''}-${idField(record, 'call') ?? ''}`
      conversation.tool(text ?? '', id, { error: record.refused === true })
    } else if (kind === 'answered' && !isList) {
      conversation.tool(text ?? '', `step-${idField(record, 'answered') ?? ''}`, {
        error: record.refused === true,
      })
    }
  }
  return { add, episodes: () => [conversation.episode({ taskId })] }
}
