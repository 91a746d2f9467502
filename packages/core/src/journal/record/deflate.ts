/** Node's deflate. Browsers, and workers without Node's modules, write each state as it is. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/** Characters from which on a text is worth deflating, and up to which it is read again. */
const LEAST = 4_096
const MOST = 2 ** 22

/** A character takes up to 3 bytes. Without a limit, a short text of foreign origin may fill the memory. */
const maxOutputLength = 3 * MOST

/** A text deflated, in base64; undefined if it is better written as it is. */
export function deflate(text: string): string | undefined {
  if (text.length < LEAST || text.length > MOST) return undefined
  return zlib?.deflateRawSync(text, { level: 1 }).toString('base64')
}

/** The text that was deflated. Throws an error that says what is wrong. */
export function inflate(deflated: string): string {
  if (zlib === undefined) throw new Error('its state is deflated: open it with Node, Bun or Deno')
  return zlib.inflateRawSync(Buffer.from(deflated, 'base64'), { maxOutputLength }).toString()
}
