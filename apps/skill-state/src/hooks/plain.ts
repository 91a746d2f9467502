import { hideSecrets } from '@skill-state/audit/secrets'
import { isJsonObject, type JsonValue, printableLine } from '@skill-state/protocol'

/** More of a text is not looked at; what is kept of it is far shorter. */
const MAX_READ = 20_000

/** A text on one line, without secrets and without what a state of lines cannot hold. */
export function plain(text: string): string {
  return printableLine(hideSecrets(text.slice(0, MAX_READ)))
    .replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\uFFFD')
    .trim()
}

export function plainJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [plain(key), plainJson(below)]))
}

/** The text, of which at most so many characters are left: the last ones if its end says more. */
export function shortened(text: string, maxChars: number, end: 'first' | 'last'): string {
  if (text.length <= maxChars) return text
  return end === 'first' ? `${text.slice(0, maxChars - 1)}…` : `…${text.slice(1 - maxChars)}`
}
