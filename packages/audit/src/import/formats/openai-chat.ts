import type { JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfContent } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { chatUsage, field, objectsOf, textField, toolCall } from './parts/fields.ts'
import { retailWriteTools } from './parts/retail.ts'

/** Messages of OpenAI's Chat Completions, alone, as the request and response of a call, or as a result of τ-bench. */
export const openaiChat: Format = {
  id: 'openai-chat',
  description: 'messages of OpenAI Chat Completions and APIs like it',
  recognises: (record) => Array.isArray(requestOf(record)[listOf(record)]),
  read: readMessages,
}

function requestOf(record: JsonObject): JsonObject {
  const request = record.request
  return typeof request === 'object' && request !== null ? (request as JsonObject) : record
}

/** Results of τ-bench have their messages under `traj`. */
function listOf(record: JsonObject): string {
  return Array.isArray(record.traj) ? 'traj' : 'messages'
}

function readMessages(record: JsonObject): Episode {
  const conversation = new Conversation()
  for (const message of objectsOf(requestOf(record), listOf(record))) readMessage(message, conversation)
  const response = (field(record, 'response') ?? record) as JsonObject
  const [choice] = objectsOf(response, 'choices')
  const answer = choice && field(choice, 'message')
  if (answer) readMessage({ ...(answer as JsonObject), usage: response.usage ?? null }, conversation)
  const about = aboutOf(record)
  return conversation.episode(listOf(record) === 'traj' ? { ...about, writeTools: retailWriteTools } : about)
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const content = textOfContent(field(message, 'content'), conversation)
  switch (message.role) {
    case 'system':
    case 'developer':
      conversation.system(content)
      break
    case 'user':
      conversation.user(content)
      break
    case 'assistant':
      conversation.assistant({
        content,
        calls: objectsOf(message, 'tool_calls').map((call) => {
          const called = (field(call, 'function') ?? call) as JsonObject
          return toolCall(call.id, called.name, called.arguments)
        }),
        usage: chatUsage(field(message, 'usage')),
      })
      break
    case 'tool':
    case 'function':
      conversation.tool(content, textField(message, 'tool_call_id'), { name: textField(message, 'name') })
      break
    default:
      conversation.unknown('a message has the unknown role', message.role)
  }
}
