import type { JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfContent, textOfValue } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, objectsOf, toolCall } from './parts/fields.ts'

/** Conversations of STATE-Bench: each call stands beside its result, and the answer to them all in the same message. */
export const stateBench: Format = {
  id: 'state-bench',
  description: 'trajectories of STATE-Bench',
  recognises: (record) => Array.isArray(record.conversation),
  read: readConversation,
}

function readConversation(record: JsonObject): Episode {
  const conversation = new Conversation()
  let number = 0
  for (const message of objectsOf(record, 'conversation')) {
    const content = textOfContent(field(message, 'content'), conversation)
    if (message.role === 'system') conversation.system(content)
    else if (message.role === 'user') conversation.user(content)
    else if (message.role !== 'assistant') {
      conversation.unknown('a message has the unknown role', message.role)
    } else {
      // Which calls were parallel is not recorded: each is read as a call of its own.
      for (const { name, arguments: given, result } of objectsOf(message, 'tool_calls')) {
        const id = `call ${++number}`
        conversation.assistant({ content: '', calls: [toolCall(id, name, given)] })
        conversation.tool(textOfValue(result), id)
      }
      conversation.assistant({ content })
    }
  }
  return conversation.episode(aboutOf(record))
}
