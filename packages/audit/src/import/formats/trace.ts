import type { JsonObject } from '@skill-state/protocol'
import type { RecordedUsage } from '../../episode.ts'
import type { GatheredFormat, Gatherer } from './gatherer.ts'
import { callOf } from './parts/action.ts'
import { Conversation } from './parts/conversation.ts'
import { field, idField, numberField, textField } from './parts/fields.ts'

/** Traces of skill-state's own benchmarks: an observation, then an action and its result for each step. */
export const trace: GatheredFormat = {
  id: 'skill-state-trace',
  description: 'traces of skill-state benchmarks',
  recognises: (record) =>
    (record.kind === 'episode' && 'runtime' in record) ||
    (KINDS.has(textField(record, 'kind') ?? '') &&
      ('step' in record || 'index' in record || 'observation' in record)) ||
    (record.kind === 'end' && 'status' in record),
  gather: () => gatherTrace(),
}

const KINDS = new Set(['reset', 'attempt', 'call', 'step'])

function gatherTrace(): Gatherer {
  const conversation = new Conversation()
  let usage: RecordedUsage | undefined
  let taskId: string | undefined
  let reward: number | undefined
  const add = (record: JsonObject): void => {
    if (record.kind === 'episode') taskId = idField(record, 'task')
    else if (record.kind === 'reset') conversation.user(textField(record, 'observation', 'text') ?? '')
    else if (record.kind === 'call') usage = usageOf(record)
    else if (record.kind === 'end') reward = numberField(record, 'outcome', 'reward')
    else if (record.kind === 'step') {
      const id = `step-${idField(record, 'index') ?? ''}`
      conversation.assistant({ content: '', calls: [callOf(record.action ?? null, id)], usage })
      const error = field(record, 'result', 'refused') === true
      conversation.tool(textField(record, 'result', 'text') ?? '', id, { error })
      usage = undefined
    }
  }
  return { add, episodes: () => [conversation.episode({ taskId, reward })] }
}

function usageOf(call: JsonObject): RecordedUsage | undefined {
  const promptTokens = numberField(call, 'usage', 'inputTokens')
  if (promptTokens === undefined) return undefined
  return {
    promptTokens,
    completionTokens: numberField(call, 'usage', 'outputTokens') ?? 0,
    cachedTokens: numberField(call, 'usage', 'cachedInputTokens') ?? 0,
  }
}
