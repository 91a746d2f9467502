import type { Part } from '@skill-state/protocol'

/** What a framework's message says, as an entry of a transcript has it. */
interface Content {
  readonly text: string
  readonly parts: readonly Part[] | undefined
}

/** A text, or an image, a file or anything else of a framework's message, as far as it is known. */
type GivenPart =
  | string
  | {
      /** What it is: a media type, or a word such as `image`. */
      readonly kind: string
      /** Its bytes, or a text that is base64 or a `data:` address. Anything else, such as another address, is not shown. */
      readonly data?: unknown
      readonly name?: string | undefined
    }

/** The images and files of a message, and its texts: one says of each part that cannot be shown that it is not. */
export function contentOf(given: readonly GivenPart[]): Content {
  const read = given.map((each) => (typeof each === 'string' ? each : (partOf(each) ?? NOT_SHOWN(each.kind))))
  const parts = read.filter((each) => typeof each !== 'string')
  const texts = read.filter((each) => typeof each === 'string')
  return { text: texts.join('\n'), parts: parts.length > 0 ? parts : undefined }
}

function partOf({ kind, data, name }: Exclude<GivenPart, string>): Part | undefined {
  const [stated, base64] = bytesOf(data)
  if (!BASE64.test(base64.slice(0, 64))) return undefined
  const known = BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1]
  const mediaType = [stated, kind, known].find((type) => type !== undefined && MEDIA_TYPE.test(type))
  if (mediaType === undefined) return undefined
  return { type: mediaType.startsWith('image/') ? 'image' : 'file', mediaType, data: base64, name }
}

/** The media type that a `data:` address states, and the base64. */
function bytesOf(data: unknown): readonly [mediaType: string | undefined, base64: string] {
  if (data instanceof Uint8Array) return [undefined, Buffer.from(data).toString('base64')]
  if (typeof data !== 'string' || !data.startsWith('data:')) return [undefined, String(data)]
  const comma = data.indexOf(',')
  const [mediaType, ...others] = data.slice('data:'.length, comma).split(';')
  return [mediaType, others.includes('base64') ? data.slice(comma + 1) : '']
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** How base64 begins, for frameworks that say no more than `image`. */
const BEGINNINGS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
] as const

const NOT_SHOWN = (kind: string): string =>
  `[${kind.replace('/*', '')}: not shown, because its bytes were not given with it]`
