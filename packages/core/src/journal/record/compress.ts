/** Node's Brotli. Browsers, and workers without Node's modules, write each state as it is. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/** Characters from which on a text is worth compressing, and up to which it is read again. */
const LEAST = 16_384
const MOST = 4_194_304

/** A character takes up to 3 bytes. Without a limit, a short text of foreign origin may fill the memory. */
const maxOutputLength = 3 * MOST

/** The lowest quality that finds what a state repeats: half the size of the next lower, and of deflate. */
const QUALITY = 2

/** A text compressed, in base64; undefined if it is better written as it is. */
export function compress(text: string): string | undefined {
  if (zlib === undefined || text.length < LEAST || text.length > MOST) return undefined
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY }
  return zlib.brotliCompressSync(text, { params }).toString('base64')
}

/** The text that was compressed. Throws an error that says what is wrong. */
export function decompress(compressed: string): string {
  if (zlib === undefined) throw new Error('its state is compressed: open it with Node, Bun or Deno')
  return zlib.brotliDecompressSync(Buffer.from(compressed, 'base64'), { maxOutputLength }).toString()
}
