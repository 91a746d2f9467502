import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { hasPart, textOfContent, textOfValue } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, objectsOf, textField, toolCall } from './parts/fields.ts'

/** `ModelMessage`s of the AI SDK, and the core messages that they were before version 5. */
export const aiSdk: Format = {
  id: 'ai-sdk',
  description: 'model messages of the AI SDK',
  recognises: ({ messages }) => Array.isArray(messages) && messages.some((each) => hasPart(each, PARTS)),
  read: readMessages,
}

const PARTS = new Set(['tool-call', 'tool-result'])

function readMessages(record: JsonObject): Episode {
  const conversation = new Conversation()
  const system = textField(record, 'system')
  if (system !== undefined) conversation.system(system)
  for (const message of objectsOf(record, 'messages')) readMessage(message, conversation)
  return conversation.episode(aboutOf(record))
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const content = field(message, 'content')
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  switch (message.role) {
    case 'system':
      conversation.system(textOfContent(content, conversation))
      break
    case 'user':
      conversation.user(textOfContent(content, conversation))
      break
    case 'assistant': {
      const calls = parts
        .filter(({ type }) => type === 'tool-call')
        .map((part) => toolCall(part.toolCallId, part.toolName, part.input ?? part.args))
      conversation.assistant({ content: textOfContent(content, conversation), calls })
      readResults(parts, conversation)
      break
    }
    case 'tool':
      readResults(parts, conversation)
      break
    default:
      conversation.unknown('a message has the unknown role', message.role)
  }
}

function readResults(parts: readonly JsonObject[], conversation: Conversation): void {
  for (const part of parts.filter(({ type }) => type === 'tool-result')) {
    const { text, error } = resultOf(part, conversation)
    conversation.tool(text, textField(part, 'toolCallId'), { error, name: textField(part, 'toolName') })
  }
}

/** A typed `output` since version 5, before that a bare `result`. */
function resultOf(part: JsonObject, conversation: Conversation): { text: string; error: boolean } {
  const output = field(part, 'output')
  if (!isJsonObject(output)) return { text: textOfValue(field(part, 'result')), error: part.isError === true }
  const error = textField(output, 'type')?.startsWith('error-') === true || output.type === 'execution-denied'
  const value = output.value ?? output.reason ?? null
  if (output.type === 'content') return { text: textOfContent(value, conversation), error }
  return { text: textOfValue(value), error }
}
