import type { Secret } from './secret.ts'

const longest = 500
/** Keys as providers write them, also if they mask a part, and what follows the word in an Authorization header. */
const keyLike = /\b(?:sk|pk|gsk|xai|AIza)[-_A-Za-z0-9*.]{8,}|\bBearer\s+\S+/g

/**
 * One line of at most 500 characters without the secrets, as they are or as JSON or a URL writes them, and without what looks like a key.
 * Give it the whole text: a secret that was cut is not found. A secret below four characters is left alone.
 */
export function scrub(text: string, secrets: readonly Secret[]): string {
  const values = secrets.flatMap((secret) => forms(secret.reveal())).filter((value) => value.length >= 4)
  values.sort((a, b) => b.length - a.length)
  const clean = values.reduce((rest, value) => rest.replaceAll(value, '[secret]'), text)
  const line = clean.replace(keyLike, '[secret]').replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`
}

function forms(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]
}
