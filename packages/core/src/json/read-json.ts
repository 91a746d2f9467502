import { hasExactKeys } from './exact-keys.ts'
import { readLenientJson } from './lenient-json.ts'

/**
 * The value of JSON that this package wrote, with exactly its keys: V8's `JSON.parse` may take one that needs an
 * escape for another (https://github.com/nodejs/node/issues/63785). Throws an error that says what is wrong.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!text.includes('\\') || hasExactKeys(text, value)) return value
  const read = readLenientJson(text)
  if (!read.ok) throw new Error(read.message)
  return read.value
}
