import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import type { Conversation } from './parts/conversation.ts'
import { chatUsage, field, objectsOf, textField, toolCall } from './parts/fields.ts'
import { retailWriteTools } from './parts/retail.ts'

/** Messages of OpenAI's Chat Completions, alone, as the request and response of a call, or as a result of τ-bench. */
export const openaiChat: Format = {
  id: 'openai-chat',
  recognises: (record) => Array.isArray(requestOf(record)[listOf(record)]),
  read(record, conversation) {
    for (const message of objectsOf(requestOf(record), listOf(record))) readMessage(message, conversation)
    const response = (field(record, 'response') ?? record) as JsonObject
    const [choice] = objectsOf(response, 'choices')
    const answer = choice && field(choice, 'message')
    if (answer) readMessage({ ...(answer as JsonObject), usage: response.usage ?? null }, conversation)
    const about = aboutOf(record)
    return listOf(record) === 'traj' ? { ...about, writeTools: retailWriteTools } : about
  },
}

function requestOf(record: JsonObject): JsonObject {
  return isJsonObject(record.request) ? record.request : record
}

/** Results of τ-bench have their messages under `traj`. */
function listOf(record: JsonObject): string {
  return Array.isArray(record.traj) ? 'traj' : 'messages'
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  conversation.say(message.role, message.content, {
    calls: () =>
      objectsOf(message, 'tool_calls').map((call) => {
        const called = (field(call, 'function') ?? call) as JsonObject
        return toolCall(call.id, called.name, called.arguments)
      }),
    usage: chatUsage(message.usage),
    callId: textField(message, 'tool_call_id'),
    name: textField(message, 'name'),
  })
}
