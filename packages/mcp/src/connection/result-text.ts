import type { CallToolResult, ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client'
import type { JsonValue, Part } from '@skill-state/protocol'
import { fileText, type KeepFile, valueWithoutFiles, withoutFiles } from './_embedded-files.ts'

/** What a tool answered, as text. Of images, sounds and other files it says what they are and where: the prompt is text. */
export function resultText(
  { content, structuredContent }: Pick<CallToolResult, 'content' | 'structuredContent'>,
  keep?: KeepFile,
  onImage?: (image: Part) => void,
): string {
  let isShown = false
  const texts = content.map((block) => {
    if (block.type !== 'image' || keep !== undefined || onImage === undefined) return blockText(block, keep)
    isShown = true
    onImage({ type: 'image', mediaType: block.mimeType, data: block.data })
    return ''
  })
  if (structuredContent !== undefined) {
    // Servers repeat a block's data there.
    const told = new Map(
      content.flatMap((block, at) => ('data' in block ? [[block.data, texts[at] ?? '']] : [])),
    )
    const structured = valueWithoutFiles(structuredContent as JsonValue, keep, told)
    if (!repeats(texts, structured)) texts.push(JSON.stringify(structured))
  }
  const text = texts.filter((part) => part !== '').join('\n')
  return text === '' && !isShown ? 'The tool answered without any content.' : text.toWellFormed()
}

function blockText(block: ContentBlock, keep: KeepFile | undefined): string {
  switch (block.type) {
    case 'text':
      return withoutFiles(block.text, keep)
    case 'image':
    case 'audio':
      return fileText(block.data, block.mimeType, keep, block.type)
    case 'resource_link': {
      const { uri, name, mimeType, description } = block
      const about = [name, mimeType, description].filter((part) => part !== undefined && part !== '')
      return `[resource ${[uri, ...about].join(', ')}]`
    }
    case 'resource':
      return resourceText(block.resource, keep)
    default:
      return '[content of an unknown kind]'
  }
}

/** A resource's text below its address, or what kind of file it is. */
export function resourceText(
  resource: ReadResourceResult['contents'][number],
  keep: KeepFile | undefined,
): string {
  const { uri, mimeType = 'application/octet-stream' } = resource
  if ('text' in resource) return `[resource ${uri}]\n${withoutFiles(resource.text, keep)}`
  return fileText(resource.blob, mimeType, keep, `resource ${uri}`)
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
