import { isJsonObject, type JsonValue } from '@skill-state/protocol'

/** A file that a server sent. */
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
  return text.replaceAll(EMBEDDED, (whole, mimeType: string | undefined, named: string | undefined) => {
    const base64 = named ?? whole
    const kind = mimeType ?? KINDS.find(([beginning]) => base64.startsWith(beginning))?.[1]
    return fileText(base64, kind ?? 'application/octet-stream', keep)
  })
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
    const isFile = typeof mimeType === 'string' && typeof member === 'string' && BASE64.test(member)
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
/** So many characters and any number more. `{100,}` would keep a place to go back to for each, until the stack is full. */
const LONG = `[A-Za-z0-9+/_-]{${MIN_CHARS}}[A-Za-z0-9+/_-]*={0,2}`
const BASE64 = new RegExp(`^${LONG}$`)
const EMBEDDED = new RegExp(
  `data:([\\w.+-]+/[\\w.+-]+)(?:;[\\w=.-]+)*;base64,([A-Za-z0-9+/_-]+={0,2})|(?<![A-Za-z0-9+/_-])(?:${KINDS.map(([beginning]) => beginning).join('|')})${LONG}`,
  'g',
)
