import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import { DamagedRecording, type Format } from './format.ts'
import { Conversation } from './parts/conversation.ts'
import { chatUsage, field, idField, numberField, objectsOf, textField, toolCall } from './parts/fields.ts'
import { retailWriteTools } from './parts/retail.ts'

/** Simulations of τ²-bench: what the agent saw of them, without the simulator's own checks. */
export const tau2: Format = {
  id: 'tau2',
  description: 'simulations of τ²-bench',
  recognises: (record) =>
    Array.isArray(record.messages) &&
    ('reward_info' in record || 'termination_reason' in record || hasRequestor(record.messages)),
  read: readSimulation,
}

function hasRequestor(messages: readonly unknown[]): boolean {
  return messages.some((each) => isJsonObject(each) && ('requestor' in each || 'turn_idx' in each))
}

function readSimulation(record: JsonObject): Episode {
  const conversation = new Conversation()
  for (const message of objectsOf(record, 'messages')) readMessage(message, conversation)
  return conversation.episode({
    taskId: idField(record, 'task_id'),
    reward: numberField(record, 'reward_info', 'reward'),
    writeTools: retailWriteTools,
  })
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const content = field(message, 'content') ?? ''
  if (typeof content !== 'string') throw new DamagedRecording('the content of a message is not a text')
  switch (message.role) {
    case 'assistant':
      conversation.assistant({
        content,
        calls: objectsOf(message, 'tool_calls').map((call) => toolCall(call.id, call.name, call.arguments)),
        usage: chatUsage(field(message, 'usage')),
        cost: numberField(message, 'cost'),
      })
      break
    case 'user':
      if (content === '') conversation.hidden()
      else conversation.user(content)
      break
    case 'tool':
      if (textField(message, 'requestor') === 'user') conversation.hidden()
      else conversation.tool(content, idField(message, 'id'), { error: message.error === true })
      break
    default:
      conversation.unknown('a message has the unknown role', message.role)
  }
}
