import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { Format } from './format.ts'
import { textOfContent } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, idField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Samples of Inspect AI logs. The reader of files takes the samples out of a log. */
export const inspect: Format = {
  id: 'inspect',
  description: 'logs of Inspect AI, as JSON or .eval',
  recognises: (record) => Array.isArray(record.messages) && 'epoch' in record && 'input' in record,
  read: readSample,
}

function readSample(record: JsonObject): Episode {
  const conversation = new Conversation()
  const attachments = isJsonObject(record.attachments) ? record.attachments : {}
  for (const message of objectsOf(record, 'messages')) readMessage(message, conversation, attachments)
  return conversation.episode({ taskId: idField(record, 'id'), reward: rewardOf(record) })
}

function readMessage(message: JsonObject, conversation: Conversation, attachments: JsonObject): void {
  const text = textOfContent(field(message, 'content'), conversation)
  // The sample has each long text once, and messages refer to it.
  const content = text.replace(/attachment:\/\/([0-9a-f]{32})/g, (reference, hash: string) => {
    const attached = attachments[hash]
    return typeof attached === 'string' ? attached : reference
  })
  switch (message.role) {
    case 'system':
      conversation.system(content)
      break
    case 'user':
      conversation.user(content)
      break
    case 'assistant':
      conversation.assistant({
        content,
        calls: objectsOf(message, 'tool_calls').map((call) =>
          toolCall(call.id, call.function, call.arguments),
        ),
      })
      break
    case 'tool':
      conversation.tool(content, textField(message, 'tool_call_id'), {
        error: field(message, 'error') !== undefined,
        name: textField(message, 'function'),
      })
      break
    default:
      conversation.unknown('a message has the unknown role', message.role)
  }
}

/** The first score, if it is a number, or the letter of a correct or incorrect answer. */
function rewardOf(record: JsonObject): number | undefined {
  const scores = field(record, 'scores')
  const [first] = isJsonObject(scores) ? Object.values(scores) : []
  const value = isJsonObject(first) ? first.value : undefined
  if (typeof value === 'number') return value
  return value === 'C' ? 1 : value === 'I' ? 0 : undefined
}
