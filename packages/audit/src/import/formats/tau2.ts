import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import type { Conversation } from './parts/conversation.ts'
import {
  chatUsage,
  DamagedRecording,
  idField,
  numberField,
  objectsOf,
  textField,
  toolCall,
  words,
} from './parts/fields.ts'
import { retailWriteTools } from './parts/retail.ts'

/** Simulations of τ²-bench: what the agent saw of them, without the simulator's own checks. */
export const tau2: Format = {
  id: 'tau2',
  recognises: (record) =>
    Array.isArray(record.messages) &&
    ('reward_info' in record || 'termination_reason' in record || hasRequestor(record.messages)),
  read(record, conversation) {
    for (const message of objectsOf(record, 'messages')) readMessage(message, conversation)
    return {
      taskId: idField(record, 'task_id'),
      reward: numberField(record, 'reward_info', 'reward'),
      writeTools: retailWriteTools,
    }
  },
}

function hasRequestor(messages: readonly unknown[]): boolean {
  return messages.some((each) => isJsonObject(each) && ('requestor' in each || 'turn_idx' in each))
}

const ROLES = words('assistant user tool')

function readMessage(message: JsonObject, conversation: Conversation): void {
  const role = textField(message, 'role') ?? ''
  const content = message.content ?? ''
  if (typeof content !== 'string') throw new DamagedRecording('the content of a message is not a text')
  const isCheck = role === 'user' ? content === '' : role === 'tool' && message.requestor === 'user'
  if (isCheck) conversation.hidden()
  else if (!ROLES.has(role)) conversation.unknown('a message has the unknown role', message.role)
  else
    conversation.say(role, content, {
      calls: () =>
        objectsOf(message, 'tool_calls').map((call) => toolCall(call.id, call.name, call.arguments)),
      usage: chatUsage(message.usage),
      cost: numberField(message, 'cost'),
      callId: idField(message, 'id'),
      error: message.error === true,
    })
}
