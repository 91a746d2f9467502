import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { parseStructure } from '@skill-state/protocol/evidence'
import { canonicalJson } from '../../../json/canonical.ts'
import { DamagedRecording, textField, words } from './fields.ts'

/** The text of a content: a string, or a list of parts whose texts are joined by line ends. */
export function textOfContent(
  content: JsonValue | undefined,
  conversation: { note(sentence: string): void },
): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content))
    throw new DamagedRecording('the content of a message is neither text nor parts')
  const texts = content.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (isJsonObject(part) && !SILENT.has(textField(part, 'type') ?? '')) {
      const text = part.text ?? part.refusal ?? (part.type === 'text' ? part.content : undefined)
      if (typeof text === 'string') return [text]
      conversation.note(`a part of type ${JSON.stringify(part.type ?? null)} has no text; left out`)
    }
    return []
  })
  return texts.join('\n')
}

export function hasPart(message: JsonValue, types: ReadonlySet<string>): boolean {
  const content = isJsonObject(message) ? message.content : undefined
  return (
    Array.isArray(content) &&
    content.some((part) => isJsonObject(part) && types.has(textField(part, 'type') ?? ''))
  )
}

/** Parts that are read elsewhere, or that no later call sees. */
const SILENT = words(
  'reasoning redacted-reasoning thinking redacted_thinking tool-call tool_use tool_call tool-result tool_result',
)

/** A value as the text of a tool result: a string as it is, anything else as canonical JSON. */
export function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : canonicalJson(value)
}

/** The text in the envelope of an MCP result; any other text as it is. */
export function unwrapped(text: string): string {
  if (!text.includes('"text"')) return text
  const value = parseStructure(text)
  const blocks = Array.isArray(value) ? value : isJsonObject(value) ? (value.content ?? [value]) : []
  if (!Array.isArray(blocks) || blocks.length === 0 || !blocks.every(isBlock)) return text
  return blocks
    .flatMap((block) => (isJsonObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join('\n')
}

/** Whether a value is a content block of MCP and nothing else. */
function isBlock(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    BLOCKS.has(textField(value, 'type') ?? '') &&
    Object.keys(value).every((key) => BLOCK_KEYS.has(key))
  )
}

const BLOCKS = words('text image audio resource resource_link')
const BLOCK_KEYS = words(
  'type text annotations meta _meta data mimeType resource uri name title description size',
)
