import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { Format } from './format.ts'
import { textOfContent } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { chatUsage, field, idField, numberField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Trajectories in Harbor's Agent Trajectory Interchange Format. */
export const atif: Format = {
  id: 'atif',
  description: 'trajectories in the Agent Trajectory Interchange Format (ATIF)',
  recognises: (record) =>
    Array.isArray(record.steps) && textField(record, 'schema_version')?.startsWith('ATIF') === true,
  read: readTrajectory,
}

function readTrajectory(record: JsonObject): Episode {
  const conversation = new Conversation()
  for (const step of objectsOf(record, 'steps')) readStep(step, conversation)
  const taskId = idField(record, 'extra', 'task_id') ?? idField(record, 'session_id')
  return conversation.episode({ taskId, reward: numberField(record, 'extra', 'reward') })
}

function readStep(step: JsonObject, conversation: Conversation): void {
  const content = textOfContent(field(step, 'message'), conversation)
  const calls = objectsOf(step, 'tool_calls').map((call) =>
    toolCall(call.tool_call_id, call.function_name, call.arguments),
  )
  switch (step.source) {
    case 'system':
      conversation.system(content)
      break
    case 'user':
      conversation.user(content)
      break
    case 'agent':
      conversation.assistant({
        content,
        calls,
        usage: chatUsage(field(step, 'metrics'), ['cached_tokens']),
        cost: numberField(step, 'metrics', 'cost_usd'),
      })
      break
    default:
      conversation.unknown('a step has the unknown source', step.source)
  }
  const observation = field(step, 'observation')
  for (const result of isJsonObject(observation) ? objectsOf(observation, 'results') : []) {
    const only = calls.length === 1 ? calls[0]?.id : undefined
    conversation.tool(
      textOfContent(field(result, 'content'), conversation),
      textField(result, 'source_call_id') ?? only,
      { error: field(result, 'extra', 'is_error') === true },
    )
  }
}
