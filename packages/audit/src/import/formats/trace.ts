import type { JsonObject } from '@skill-state/protocol'
import type { Episode, RecordedUsage } from '../../episode.ts'
import type { GatheredFormat, Gatherer } from './format.ts'
import { callsIn, resultsIn } from './parts/action.ts'
import { Conversation } from './parts/conversation.ts'
import { field, idField, numberField, textField, usageIn, words } from './parts/fields.ts'

/** Traces of skill-state's own benchmarks: an observation, then an action and its result for each step. */
export const trace: GatheredFormat = {
  id: 'skill-state-trace',
  recognises: (record) =>
    (record.kind === 'episode' && 'runtime' in record) ||
    (KINDS.has(textField(record, 'kind') ?? '') &&
      ('step' in record || 'index' in record || 'observation' in record)) ||
    (record.kind === 'end' && 'status' in record),
  gather: gatherTrace,
}

/** The episode that the lines of a trace tell. */
export function traceEpisode(lines: readonly JsonObject[]): Episode {
  const gatherer = gatherTrace()
  for (const line of lines) gatherer.add(line)
  return gatherer.episodes()[0] as Episode
}

const KINDS = words('reset sent attempt call step')

function gatherTrace(): Gatherer {
  const conversation = new Conversation()
  let usage: RecordedUsage | undefined
  let taskId: string | undefined
  let reward: number | undefined
  const add = (record: JsonObject): void => {
    if (record.kind === 'episode') taskId = idField(record, 'task')
    else if (record.kind === 'reset')
      conversation.user(saidIn(textField(record, 'observation', 'text') ?? ''))
    else if (record.kind === 'call') usage = usageOf(record)
    else if (record.kind === 'end') reward = numberField(record, 'outcome', 'reward')
    else if (record.kind === 'step') {
      const id = `step-${idField(record, 'index') ?? ''}`
      const text = textField(record, 'result', 'text') ?? ''
      const reply = textField(record, 'action', 'respond')
      if (reply !== undefined) {
        conversation.assistant({ content: reply, usage })
        conversation.user(saidIn(text))
      } else {
        const calls = callsIn(record.action ?? null, id)
        conversation.assistant({ content: '', calls, usage })
        const result = text.replace(/^Tool: /, '')
        const error =
          field(record, 'result', 'refused') === true || (result !== text && result.startsWith('Error: '))
        for (const [text, call] of resultsIn(result, calls)) conversation.tool(text, call.id, { error })
      }
      usage = undefined
    }
  }
  return { add, episodes: () => [conversation.episode({ taskId, reward })] }
}

/** What a user says, without the name that the environments of τ-bench put before it. */
const saidIn = (text: string): string => text.replace(/^User: /, '')

const USAGE = { input: 'inputTokens', output: 'outputTokens', cached: 'cachedInputTokens' }

function usageOf(call: JsonObject): RecordedUsage | undefined {
  if (numberField(call, 'usage', 'inputTokens') === undefined) return undefined
  return usageIn(call.usage, USAGE)
}
