import { leavesOf, parseStructure } from '@skill-state/core/capture'
import type { Message } from '../episode.ts'
import { occursIn } from './occurrence.ts'

/**
 * The strings of a message in which a value can occur: its content, the names and arguments of its calls, and the
 * keys, strings and numbers of a JSON result. A part that the content already shows in the same characters is left
 * out: whatever occurs in it occurs in the content as well.
 */
export function searchableStrings(message: Message): readonly string[] {
  const { content } = message
  if (message.role === 'assistant') {
    const parts = (message.calls ?? []).flatMap(({ name, arguments: given }) => [
      name,
      ...leavesOf(given).map(({ text }) => text),
    ])
    return [content, ...new Set(parts)]
  }
  const value = message.role === 'tool' ? parseStructure(content) : undefined
  if (value === undefined) return [content]
  const texts = new Set(leavesOf(value).map(({ text }) => text))
  return [content, ...[...texts].filter((text) => !content.includes(`"${text}"`) && !occursIn(text, content))]
}
