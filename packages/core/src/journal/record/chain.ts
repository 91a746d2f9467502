import { hash } from 'node:crypto'

/** 22 characters of base64url hold 132 bits. */
export const CHAIN_LENGTH = 22

/** The chain value of a record: a digest of its body and of the chain value before, which is '' for the first. */
export function chainOf(previous: string, body: string): string {
  return hash('sha256', previous + body, 'base64url').slice(0, CHAIN_LENGTH)
}
