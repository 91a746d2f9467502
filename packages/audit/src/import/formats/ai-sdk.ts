import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { hasPart, textOfContent, textOfValue } from './parts/content.ts'
import type { Conversation } from './parts/conversation.ts'
import { field, objectsIn, objectsOf, textField, toolCall, words } from './parts/fields.ts'

/** `ModelMessage`s of the AI SDK, and the core messages that they were before version 5. */
export const aiSdk: Format = {
  id: 'ai-sdk',
  recognises: ({ messages }) => Array.isArray(messages) && messages.some((each) => hasPart(each, PARTS)),
  read(record, conversation) {
    conversation.system(textField(record, 'system'))
    for (const message of objectsOf(record, 'messages')) readMessage(message, conversation)
    return aboutOf(record)
  },
}

const PARTS = words('tool-call tool-result')

function readMessage({ role, content }: JsonObject, conversation: Conversation): void {
  const parts = objectsIn(content)
  const calls = () =>
    parts
      .filter(({ type }) => type === 'tool-call')
      .map((part) => toolCall(part.toolCallId, part.toolName, part.input ?? part.args))
  if (role !== 'tool') conversation.say(role, content, { calls })
  if (role !== 'tool' && role !== 'assistant') return
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
