import { sha256 } from '@noble/hashes/sha2.js'

/** 22 characters of base64url hold 132 bits. */
export const CHAIN_LENGTH = 22

/** Node's own digest is five times as fast. Browsers, and workers without Node's modules, do without it. */
const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** The chain value of a record: a digest of its body and of the chain value before, which is '' for the first. */
export function chainOf(previous: string, body: string): string {
  const text = previous + body
  return (native?.('sha256', text, 'base64url') ?? portableDigest(text)).slice(0, CHAIN_LENGTH)
}

export function portableDigest(text: string): string {
  const bytes = sha256(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}
