import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfValue } from './parts/content.ts'
import { objectsOf, toolCall } from './parts/fields.ts'

/** Conversations of STATE-Bench: each call stands beside its result, and the answer to them all in the same message. */
export const stateBench: Format = {
  id: 'state-bench',
  recognises: (record) => Array.isArray(record.conversation),
  read(record, conversation) {
    let number = 0
    for (const message of objectsOf(record, 'conversation')) {
      // Which calls were parallel is not recorded: each is read as a call of its own.
      const calls = message.role === 'assistant' ? objectsOf(message, 'tool_calls') : []
      for (const { name, arguments: given, result } of calls) {
        const id = `call ${++number}`
        conversation.assistant({ content: '', calls: [toolCall(id, name, given)] })
        conversation.tool(textOfValue(result), id)
      }
      conversation.say(message.role, message.content)
    }
    return aboutOf(record)
  },
}
