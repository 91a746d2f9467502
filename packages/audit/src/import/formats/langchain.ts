import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { DamagedRecording, objectsOf, textField, toolCall, usageIn } from './parts/fields.ts'

/** Messages of LangChain, in the constructor form or the stored form. */
export const langchain: Format = {
  id: 'langchain',
  recognises: (record) => Array.isArray(record.messages) && record.messages.some(isSerialised),
  read(record, conversation) {
    for (const message of objectsOf(record, 'messages')) {
      const [kind, fields] = openMessage(message)
      if (kind === '') throw new DamagedRecording('a message has no type')
      const said = {
        calls: () => objectsOf(fields, 'tool_calls').map((call) => toolCall(call.id, call.name, call.args)),
        usage: usageIn(fields.usage_metadata, USAGE),
        callId: textField(fields, 'tool_call_id'),
        name: textField(fields, 'name'),
        error: fields.status === 'error',
      }
      conversation.say(kind, fields.content, said, 'a message has the unknown type')
    }
    return aboutOf(record)
  },
}

const USAGE = { input: 'input_tokens', output: 'output_tokens', cached: 'input_token_details.cache_read' }

function isSerialised(message: JsonValue): boolean {
  return (
    isJsonObject(message) &&
    (message.lc === 1 || (typeof message.type === 'string' && isJsonObject(message.data)))
  )
}

/** The kind of a message, such as `ai`, and its fields. */
function openMessage(message: JsonObject): readonly [string, JsonObject] {
  if (message.lc !== 1)
    return [textField(message, 'type') ?? '', isJsonObject(message.data) ? message.data : {}]
  const name = Array.isArray(message.id) ? String(message.id.at(-1)) : ''
  const fields = isJsonObject(message.kwargs) ? message.kwargs : {}
  return [name.replace(/Message(Chunk)?$/, '').toLowerCase(), fields]
}
