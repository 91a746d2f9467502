import type { JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import type { Conversation } from './parts/conversation.ts'
import { chatUsage, field, idField, numberField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Trajectories in Harbor's Agent Trajectory Interchange Format. */
export const atif: Format = {
  id: 'atif',
  recognises: (record) =>
    Array.isArray(record.steps) && textField(record, 'schema_version')?.startsWith('ATIF') === true,
  read(record, conversation) {
    for (const step of objectsOf(record, 'steps')) readStep(step, conversation)
    const taskId = idField(record, 'extra', 'task_id') ?? idField(record, 'session_id')
    return { taskId, reward: numberField(record, 'extra', 'reward') }
  },
}

function readStep(step: JsonObject, conversation: Conversation): void {
  const calls = objectsOf(step, 'tool_calls').map((call) =>
    toolCall(call.tool_call_id, call.function_name, call.arguments),
  )
  const usage = chatUsage(field(step, 'metrics'), 'cached_tokens')
  const answer = { calls: () => calls, usage, cost: numberField(step, 'metrics', 'cost_usd') }
  conversation.say(step.source, step.message, answer, 'a step has the unknown source')
  const only = calls.length === 1 ? calls[0]?.id : undefined
  for (const result of objectsOf(step, 'observation', 'results')) {
    const error = field(result, 'extra', 'is_error') === true
    const callId = textField(result, 'source_call_id') ?? only
    conversation.say('tool', result.content, { callId, error })
  }
}
