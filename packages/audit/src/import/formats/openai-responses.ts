import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import type { Format } from './format.ts'
import { aboutOf } from './parts/about.ts'
import { textOfContent, textOfValue } from './parts/content.ts'
import type { Conversation } from './parts/conversation.ts'
import { field, textField, toolCall, words } from './parts/fields.ts'

/** Items of OpenAI's Responses, as the input and output of a call or as a list. */
export const openaiResponses: Format = {
  id: 'openai-responses',
  recognises: (record) =>
    itemsOf(record).some((item) => {
      const type = textField(item, 'type') ?? ''
      return CALLS.has(type) || RESULTS.has(type) || type === 'message'
    }),
  read(record, conversation) {
    conversation.system(textField(record, 'instructions') ?? textField(record, 'request', 'instructions'))
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
      else if (item.role === 'assistant') texts.push(textOfContent(item.content, conversation))
      else if (type !== 'reasoning') {
        answer()
        readGiven(item, conversation)
      }
    }
    answer()
    return aboutOf(record)
  },
}

const CALLS = words('function_call custom_tool_call mcp_call')
const RESULTS = words('function_call_output custom_tool_call_output')

function itemsOf(record: JsonObject): readonly JsonObject[] {
  const input = field(record, 'input') ?? field(record, 'request', 'input')
  const output = field(record, 'output') ?? field(record, 'response', 'output')
  const first: JsonValue[] = typeof input === 'string' ? [{ role: 'user', content: input }] : []
  const lists = [field(record, 'items') ?? field(record, 'messages'), input, output]
  return [...first, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))].filter(isJsonObject)
}

function readGiven(item: JsonObject, conversation: Conversation): void {
  const { role, content, output } = item
  if (RESULTS.has(textField(item, 'type') ?? '')) {
    const text = Array.isArray(output)
      ? textOfContent(output, conversation)
      : textOfValue(output ?? undefined)
    conversation.tool(text, textField(item, 'call_id'))
  } else if (role === 'system' || role === 'developer' || role === 'user') conversation.say(role, content)
  else conversation.unknown('an item has the unknown type', item.type)
}
