import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode, RecordedUsage } from '../../episode.ts'
import { DamagedRecording, type Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { hasPart, textOfContent } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, numberField, objectsOf, textField, toolCall } from './parts/fields.ts'

/** Messages of Anthropic's API, alone or as the request and response of a call. */
export const anthropic: Format = {
  id: 'anthropic-messages',
  description: 'messages of the Anthropic API',
  recognises: (record) => {
    const request = requestOf(record)
    const { messages } = request
    return Array.isArray(messages) && ('system' in request || messages.some((each) => hasPart(each, BLOCKS)))
  },
  read: readMessages,
}

const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking'])

function requestOf(record: JsonObject): JsonObject {
  return isJsonObject(record.request) ? record.request : record
}

function readMessages(record: JsonObject): Episode {
  const conversation = new Conversation()
  const request = requestOf(record)
  const system = textOfContent(field(request, 'system'), conversation)
  if (system !== '') conversation.system(system)
  for (const message of objectsOf(request, 'messages')) readMessage(message, conversation)
  const response = field(record, 'response')
  if (isJsonObject(response) && response.role === 'assistant') readMessage(response, conversation)
  return conversation.episode(aboutOf(record))
}

function readMessage(message: JsonObject, conversation: Conversation): void {
  const content = field(message, 'content')
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(message, 'content')
  if (message.role === 'system') conversation.system(textOfContent(blocks, conversation))
  else if (message.role === 'assistant') {
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => toolCall(id, name, input))
    const text = textOfContent(blocks, conversation)
    conversation.assistant({ content: text, calls, usage: usageOf(field(message, 'usage')) })
  } else if (message.role === 'user') readUserTurn(blocks, conversation)
  else throw new DamagedRecording(`a message has the unknown role ${JSON.stringify(message.role ?? null)}`)
}

/** A user turn holds tool results, text, or both: one message for each result, one for a run of text. */
function readUserTurn(blocks: readonly JsonObject[], conversation: Conversation): void {
  let text: JsonObject[] = []
  const say = (): void => {
    if (text.length > 0) conversation.user(textOfContent(text, conversation))
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

/** Input tokens of this API leave cached ones out; ours include them. */
function usageOf(usage: JsonValue | undefined): RecordedUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  const cachedTokens = numberField(usage, 'cache_read_input_tokens') ?? 0
  const written = numberField(usage, 'cache_creation_input_tokens') ?? 0
  return {
    promptTokens: (numberField(usage, 'input_tokens') ?? 0) + cachedTokens + written,
    completionTokens: numberField(usage, 'output_tokens') ?? 0,
    cachedTokens,
  }
}
