import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { textOfContent } from './parts/content.ts'
import { field, idField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Samples of Inspect AI logs. The reader of files takes the samples out of a log. */
export const inspect: Format = {
  id: 'inspect',
  recognises: (record) => Array.isArray(record.messages) && 'epoch' in record && 'input' in record,
  read(record, conversation) {
    const attachments = isJsonObject(record.attachments) ? record.attachments : {}
    for (const message of objectsOf(record, 'messages')) {
      const text = textOfContent(message.content, conversation)
      // The sample has each long text once, and messages refer to it.
      const content = text.replace(/attachment:\/\/([0-9a-f]{32})/g, (reference, hash: string) => {
        const attached = attachments[hash]
        return typeof attached === 'string' ? attached : reference
      })
      conversation.say(message.role, content, {
        calls: () =>
          objectsOf(message, 'tool_calls').map((call) => toolCall(call.id, call.function, call.arguments)),
        callId: textField(message, 'tool_call_id'),
        name: textField(message, 'function'),
        error: field(message, 'error') !== undefined,
      })
    }
    return { taskId: idField(record, 'id'), reward: rewardOf(record) }
  },
}

/** The first score, if it is a number, or the letter of a correct or incorrect answer. */
function rewardOf(record: JsonObject): number | undefined {
  const scores = field(record, 'scores')
  const [first] = isJsonObject(scores) ? Object.values(scores) : []
  const value = isJsonObject(first) ? first.value : undefined
  if (typeof value === 'number') return value
  return value === 'C' ? 1 : value === 'I' ? 0 : undefined
}
