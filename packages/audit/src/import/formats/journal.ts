import { callsOf, isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { GatheredFormat, Gatherer } from './format.ts'
import { callsIn } from './parts/action.ts'
import { Conversation } from './parts/conversation.ts'
import { idField, textField, words } from './parts/fields.ts'

/** Journals of skill-state: an observation, then a decision and an answer for each step. */
export const journal: GatheredFormat = {
  id: 'skill-state-journal',
  recognises: (record) => kindOf(record) !== undefined,
  gather: gatherJournal,
}

/** A journal's record begins with its kind, whose value is the step. */
const KINDS = words(
  'open snapshot undone migrated started decided called answered waiting approved resumed received closed withdrawn spent',
)

function kindOf(record: JsonObject): string | undefined {
  const [kind = ''] = Object.keys(record)
  return KINDS.has(kind) && typeof record[kind] === 'number' ? kind : undefined
}

function gatherJournal(): Gatherer {
  const conversation = new Conversation()
  let taskId: string | undefined
  let isList = false
  const add = (record: JsonObject): void => {
    const kind = kindOf(record)
    const text = textField(record, 'text') ?? ''
    const { action } = record
    const stepOf = (name: string): string => `step-${idField(record, name) ?? ''}`
    const error = record.refused === true
    if (kind === 'open') taskId = idField(record, 'id')
    else if (kind === 'undone') conversation.note('steps of the journal were undone; both versions are read')
    else if (kind === 'started' || kind === 'resumed' || kind === 'received') conversation.user(text)
    else if (kind === 'decided' && (typeof action === 'string' || isJsonObject(action))) {
      conversation.assistant({ content: '', calls: callsIn(action, stepOf('decided')) })
      isList = callsOf(action) !== undefined
    } else if (kind === 'called')
      conversation.tool(text, `${stepOf('called')}-${idField(record, 'call') ?? ''}`, { error })
    else if (kind === 'answered' && !isList) conversation.tool(text, stepOf('answered'), { error })
  }
  return { add, episodes: () => [conversation.episode({ taskId })] }
}
