import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'

/** What a tool answered, as text. Of images, sounds and binary files it says what they are: the prompt is text. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const texts = content.map(blockText)
  if (structuredContent !== undefined && !repeats(texts, structuredContent)) {
    texts.push(JSON.stringify(structuredContent))
  }
  const text = texts.filter((part) => part !== '').join('\n')
  return text === '' ? 'The tool answered without any content.' : text.toWellFormed()
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${bytesOf(block.data)} bytes, not shown]`
    case 'resource_link':
      return `[resource ${block.uri}${block.name === '' ? '' : `: ${block.name}`}]`
    case 'resource': {
      const { resource } = block
      const head = `[resource ${resource.uri}${resource.mimeType === undefined ? '' : `, ${resource.mimeType}`}]`
      return 'text' in resource
        ? `${head}\n${resource.text}`
        : `${head.slice(0, -1)}, ${bytesOf(resource.blob)} bytes, not shown]`
    }
    default:
      return '[content of an unknown kind]'
  }
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64')
}

/**
 * Whether the texts already say what the structured content does: servers give both, for clients that know one only. They
 * do if one of them is its JSON, or if each of its values stands in them. Many values in a long text are not looked
 * for one by one.
 */
function repeats(texts: readonly string[], structured: unknown): boolean {
  const json = JSON.stringify(structured)
  const whole = texts.join('\n')
  if (texts.some((text) => isJson(text, json))) return true
  const values = leaves(structured)
  return values.length * whole.length <= MAX_COMPARED && values.every((leaf) => whole.includes(leaf))
}

/** Most characters that are compared with values, each character once for each value. */
const MAX_COMPARED = 10_000_000

function isJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json
  } catch {
    return false
  }
}

function leaves(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(leaves)
}

/** The text on one line, without characters that a terminal would obey. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}
