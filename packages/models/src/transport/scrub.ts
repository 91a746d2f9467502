import type { Secret } from './secret.ts'

const longest = 500
/** Keys as providers write them, also where they mask a part, and what follows the word in an Authorization header. */
const keyLike = /\b(?:sk|pk|gsk|xai|AIza)[-_A-Za-z0-9*.]{8,}|\bBearer\s+\S+/g

/**
 * One line of at most 500 characters in which the secrets, and what looks like a key, are replaced. A secret shorter
 * than four characters is left alone: it would be replaced inside ordinary words.
 */
export function scrub(text: string, secrets: readonly Secret[]): string {
  const values = secrets.map((secret) => secret.reveal()).filter((value) => value.length >= 4)
  values.sort((a, b) => b.length - a.length)
  const clean = values.reduce((rest, value) => rest.replaceAll(value, '[secret]'), text)
  const line = clean.replace(keyLike, '[secret]').replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`
}
