import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { hasPart, textOfContent } from './parts/content.ts'
import type { Conversation } from './parts/conversation.ts'
import { DamagedRecording, field, objectsOf, textField, toolCall, usageIn, words } from './parts/fields.ts'

/** Messages of Anthropic's API, alone or as the request and response of a call. */
export const anthropic: Format = {
  id: 'anthropic-messages',
  recognises: (record) => {
    const request = requestOf(record)
    const { messages } = request
    return Array.isArray(messages) && ('system' in request || messages.some((each) => hasPart(each, BLOCKS)))
  },
  read(record, conversation) {
    const request = requestOf(record)
    conversation.system(textOfContent(field(request, 'system'), conversation) || undefined)
    for (const message of objectsOf(request, 'messages')) readMessage(message, conversation)
    const response = field(record, 'response')
    if (isJsonObject(response) && response.role === 'assistant') readMessage(response, conversation)
    return aboutOf(record)
  },
}

const BLOCKS = words('tool_use tool_result thinking')

function requestOf(record: JsonObject): JsonObject {
  return isJsonObject(record.request) ? record.request : record
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const { role, content } = message
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(message, 'content')
  if (role === 'user') readUserTurn(blocks, conversation)
  else if (role !== 'system' && role !== 'assistant')
    throw new DamagedRecording(`a message has the unknown role ${JSON.stringify(role ?? null)}`)
  else {
    const calls = () =>
      blocks.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => toolCall(id, name, input))
    conversation.say(role, blocks, { calls, usage: usageIn(message.usage, USAGE) })
  }
}

const USAGE = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: 'cache_read_input_tokens',
  written: 'cache_creation_input_tokens',
}

/** A user turn holds tool results, text, or both: one message for each result, one for a run of text. */
function readUserTurn(blocks: readonly JsonObject[], conversation: Conversation): void {
  let text: JsonObject[] = []
  const say = (): void => {
    if (text.length > 0) conversation.say('user', text)
    text = []
  }
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      say()
      const content = textOfContent(block.content, conversation)
      conversation.tool(content, textField(block, 'tool_use_id'), { error: block.is_error === true })
    } else text.push(block)
  }
  say()
}
