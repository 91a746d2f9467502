import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode, ToolCall } from '../../episode.ts'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfContent, textOfValue } from './parts/content.ts'
import { Conversation } from './parts/conversation.ts'
import { field, textField, toolCall } from './parts/fields.ts'

/** Items of OpenAI's Responses, as the input and output of a call or as a list. */
export const openaiResponses: Format = {
  id: 'openai-responses',
  description: 'items of OpenAI Responses',
  recognises: (record) => itemsOf(record).some((item) => isItem(item)),
  read: readItems,
}

const CALLS = new Set(['function_call', 'custom_tool_call', 'mcp_call'])
const RESULTS = new Set(['function_call_output', 'custom_tool_call_output'])

function isItem(item: JsonObject): boolean {
  const type = textField(item, 'type') ?? ''
  return CALLS.has(type) || RESULTS.has(type) || type === 'message'
}

function itemsOf(record: JsonObject): readonly JsonObject[] {
  const input = field(record, 'input') ?? field(record, 'request', 'input')
  const output = field(record, 'output') ?? field(record, 'response', 'output')
  const first: JsonValue[] = typeof input === 'string' ? [{ role: 'user', content: input }] : []
  const lists = [field(record, 'items') ?? field(record, 'messages'), input, output]
  return [...first, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))].filter(isJsonObject)
}

function readItems(record: JsonObject): Episode {
  const conversation = new Conversation()
  const instructions = textField(record, 'instructions') ?? textField(record, 'request', 'instructions')
  if (instructions !== undefined) conversation.system(instructions)
  // One model call gives several items in a row: its message and its tool calls.
  let texts: string[] = []
  let calls: ToolCall[] = []
  const answer = (): void => {
    if (texts.length + calls.length > 0) conversation.assistant({ content: texts.join('\n'), calls })
    texts = []
    calls = []
  }
  for (const item of itemsOf(record)) {
    const type = textField(item, 'type') ?? ''
    if (CALLS.has(type))
      calls.push(toolCall(item.call_id ?? item.id, item.name, item.arguments ?? item.input))
    else if (type === 'message' && item.role === 'assistant')
      texts.push(textOfContent(item.content, conversation))
    else if (item.role === 'assistant') texts.push(textOfContent(item.content, conversation))
    else if (type === 'reasoning') continue
    else {
      answer()
      readGiven(item, conversation)
    }
  }
  answer()
  return conversation.episode(aboutOf(record))
}

/** An item that the model was given. */
function readGiven(item: JsonObject, conversation: Conversation): void {
  if (RESULTS.has(textField(item, 'type') ?? '')) {
    const output = field(item, 'output')
    const content = Array.isArray(output) ? textOfContent(output, conversation) : textOfValue(output)
    conversation.tool(content, textField(item, 'call_id'))
  } else if (item.role === 'system' || item.role === 'developer') {
    conversation.system(textOfContent(item.content, conversation))
  } else if (item.role === 'user') conversation.user(textOfContent(item.content, conversation))
  else {
    conversation.unknown('an item has the unknown type', item.type)
  }
}
