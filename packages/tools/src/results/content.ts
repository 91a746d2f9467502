import type { Part } from '@skill-state/protocol'
import { resultText } from './result-text.ts'

/** What a tool gave: a text, and images and files beside it. */
export interface Content {
  readonly text: string
  readonly parts: readonly Part[]
}

const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/

/** Reads a result. One that is `{ parts: [{ type: 'image' | 'file', mediaType, data, name? } | { type: 'text', text }] }` has parts. */
export function contentOf(result: unknown): Content {
  const parts = partsOf(result)
  if (parts === undefined) return { text: resultText(result), parts: [] }
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []))
  const others = parts.flatMap((part) => (part.type === 'text' ? [] : [part]))
  return { text: texts.join('\n').toWellFormed(), parts: others }
}

type ContentPart = Part | { readonly type: 'text'; readonly text: string }

/** The parts of content; undefined for any other value. */
export function partsOf(result: unknown): readonly ContentPart[] | undefined {
  const { parts } = Object(result) as Record<string, unknown>
  if (!Array.isArray(parts) || parts.length === 0) return undefined // before the keys, which are many in a long text
  const isContent = Object.keys(result as object).every((key) => key === 'parts')
  return isContent && parts.every(isPart) ? parts : undefined
}

function isPart(part: unknown): part is ContentPart {
  const { type, text, mediaType, data, name } = Object(part) as Record<string, unknown>
  if (type === 'text') return typeof text === 'string'
  const isMedia = typeof mediaType === 'string' && MEDIA_TYPE.test(mediaType) && typeof data === 'string'
  return (type === 'image' || type === 'file') && isMedia && (name === undefined || typeof name === 'string')
}

/** What an image or a file is, in a few words. */
export function partText({ type, mediaType, data, name = '' }: Part): string {
  const bytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4)
  const called = name.replaceAll(/[^\w .:/-]/g, '_').slice(0, 40)
  return `${type}, ${mediaType}, ${bytes} bytes${called === '' ? '' : `, ${called}`}`
}
