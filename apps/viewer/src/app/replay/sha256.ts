/** SHA-256 of the text's UTF-8 bytes, in hexadecimal; undefined if the browser has none, as on a page without TLS. */
export async function sha256(text: string): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (subtle === undefined) return undefined
  const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
