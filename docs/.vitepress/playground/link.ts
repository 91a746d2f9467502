import type { Setup } from './play.ts'

const FIELDS = ['instructions', 'state', 'tools', 'messages', 'replies'] as const
/** Beyond it, a link is not read: it may be anybody's. */
const MOST_CHARS = 200_000

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(piped).arrayBuffer())
}

/** A setup as the part of an address after `#`. */
export async function toHash(setup: Setup): Promise<string> {
  const text = JSON.stringify(FIELDS.map((field) => setup[field]))
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  let binary = ''
  for (const byte of packed) binary += String.fromCharCode(byte)
  return `p=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The setup of such a part; undefined if it is none. */
export async function fromHash(hash: string): Promise<Setup | undefined> {
  const [, packed] = /^#?p=([\w-]+)$/.exec(hash) ?? []
  if (packed === undefined || packed.length > MOST_CHARS) return undefined
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const values: unknown = JSON.parse(
      new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))),
    )
    if (
      !Array.isArray(values) ||
      values.length !== FIELDS.length ||
      values.some((value) => typeof value !== 'string')
    )
      return undefined
    const [instructions, state, tools, messages, replies] = values as [string, string, string, string, string]
    return { instructions, state, tools, messages, replies }
  } catch {
    return undefined
  }
}
