import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode, RecordedUsage } from '../../episode.ts'
import { DamagedRecording, type Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfContent } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, numberField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Messages of LangChain, in the constructor form or the stored form. */
export const langchain: Format = {
  id: 'langchain',
  description: 'messages of LangChain, as serialised objects or as stored messages',
  recognises: (record) => Array.isArray(record.messages) && record.messages.some(isSerialised),
  read: readMessages,
}

function isSerialised(message: JsonValue): boolean {
  return (
    isJsonObject(message) &&
    (message.lc === 1 || (typeof message.type === 'string' && isJsonObject(message.data)))
  )
}

function readMessages(record: JsonObject): Episode {
  const conversation = new Conversation()
  for (const message of objectsOf(record, 'messages')) {
    const [kind, fields] = openMessage(message)
    readMessage(kind, fields, conversation)
  }
  return conversation.episode(aboutOf(record))
}

/** The kind of a message, such as `ai`, and its fields. */
function openMessage(message: JsonObject): readonly [string, JsonObject] {
  if (message.lc !== 1)
    return [textField(message, 'type') ?? '', isJsonObject(message.data) ? message.data : {}]
  const name = Array.isArray(message.id) ? String(message.id.at(-1)) : ''
  const fields = isJsonObject(message.kwargs) ? message.kwargs : {}
  return [name.replace(/Message(Chunk)?$/, '').toLowerCase(), fields]
}

function readMessage(kind: string, fields: JsonObject, conversation: Conversation): void {
  const content = textOfContent(field(fields, 'content'), conversation)
  switch (kind) {
    case 'system':
      conversation.system(content)
      break
    case 'human':
      conversation.user(content)
      break
    case 'ai':
    case 'aimessagechunk':
      conversation.assistant({
        content,
        calls: callsOf(fields),
        usage: usageOf(field(fields, 'usage_metadata')),
      })
      break
    case 'tool':
    case 'function':
      conversation.tool(content, textField(fields, 'tool_call_id'), {
        error: fields.status === 'error',
        name: textField(fields, 'name'),
      })
      break
    default:
      if (kind === '') throw new DamagedRecording('a message has no type')
      conversation.unknown('a message has the unknown type', kind)
  }
}

function callsOf(fields: JsonObject): ReturnType<typeof toolCall>[] {
  return objectsOf(fields, 'tool_calls').map((call) => toolCall(call.id, call.name, call.args))
}

function usageOf(usage: JsonValue | undefined): RecordedUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  return {
    promptTokens: numberField(usage, 'input_tokens') ?? 0,
    completionTokens: numberField(usage, 'output_tokens') ?? 0,
    cachedTokens: numberField(usage, 'input_token_details', 'cache_read') ?? 0,
  }
}
