import { isJsonObject, type JsonValue } from '@skill-state/protocol'

interface ServerFile {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

/** Keeps a file and returns the handle by which the model is told of it, such as a path. */
export type KeepFile = (file: ServerFile) => string

/** What the model is told of a file: a text of base64 would fill the prompt, and says nothing to it. */
export function fileText(
  base64: string,
  mimeType: string,
  keep: KeepFile | undefined,
  what = 'file',
): string {
  const bytes = Buffer.from(base64, 'base64')
  const place = keep === undefined ? 'not shown' : `kept as ${keep({ bytes, mimeType })}`
  return `[${what}, ${mimeType}, ${bytes.length} bytes, ${place}]`
}

/** The text with each file in it told in words: a `data:` address, or base64 that begins as a known kind of file does. */
export function withoutFiles(text: string, keep: KeepFile | undefined): string {
  let told = ''
  let from = 0
  for (const { 0: beginning, 1: mimeType, index } of text.matchAll(BEGINNING)) {
    const start = mimeType === undefined ? index : index + beginning.length
    const end = endOfBase64(text, start)
    if (index < from || (mimeType === undefined && end - start < beginning.length + MIN_CHARS)) continue
    const kind = mimeType ?? KINDS.find(([known]) => known === beginning)?.[1] ?? 'application/octet-stream'
    told += text.slice(from, index) + fileText(text.slice(start, end), kind, keep)
    from = end
  }
  return told + text.slice(from)
}

/**
 * The value with its files told in words, those included that stand beside their type as `{ data, mimeType }`. `told` has words for
 * texts that are known to be files.
 */
export function valueWithoutFiles(
  value: JsonValue,
  keep: KeepFile | undefined,
  told: ReadonlyMap<string, string>,
): JsonValue {
  if (typeof value === 'string') return told.get(value) ?? withoutFiles(value, keep)
  if (Array.isArray(value)) return value.map((each) => valueWithoutFiles(each, keep, told))
  if (!isJsonObject(value)) return value
  const mimeType = value.mimeType ?? value.mime_type ?? value.mediaType ?? value.media_type
  const entries = Object.entries(value).map(([key, member]): [string, JsonValue] => {
    const isFile = typeof mimeType === 'string' && typeof member === 'string' && isBase64(member)
    return [key, isFile ? fileText(member, mimeType, keep) : valueWithoutFiles(member, keep, told)]
  })
  return Object.fromEntries(entries)
}

/** How base64 of files begins, by kind: PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, ZIP, MP3, Ogg. */
const KINDS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'application/octet-stream'],
  ['JVBERi0', 'application/pdf'],
  ['UEsDB', 'application/zip'],
  ['SUQz', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
] as const

/** Fewest characters of base64 that are taken for a file. */
const MIN_CHARS = 100
/** How a file in a text begins: an address that has characters of base64, or a known kind. */
const BEGINNING = new RegExp(
  `data:([\\w.+-]+/[\\w.+-]+)(?:;[\\w=.-]+)*;base64,(?=[A-Za-z0-9+/_-])|(?<![A-Za-z0-9+/_-])(?:${KINDS.map(([beginning]) => beginning).join('|')})`,
  'g',
)
/** A piece of base64: a pattern without an upper bound keeps a place to go back to for each character, until the stack is full. */
const PIECE = /[A-Za-z0-9+/_-]{1,10000}/y
const PADDING = /={0,2}/y

function isBase64(text: string): boolean {
  return text.length >= MIN_CHARS && endOfBase64(text, 0) === text.length
}

/** The index after the base64 that begins at `start`. */
function endOfBase64(text: string, start: number): number {
  PIECE.lastIndex = start
  let end = start
  while (PIECE.test(text)) end = PIECE.lastIndex
  PADDING.lastIndex = end
  PADDING.test(text)
  return PADDING.lastIndex
}
