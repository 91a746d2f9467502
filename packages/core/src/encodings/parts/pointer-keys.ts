import type { Result } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { MAX_DEPTH } from '../../json/limits.ts'
import { parsePointer } from '../../json/pointer.ts'

/** The keys of a JSON Pointer (RFC 6901) that a model wrote, at least one; the reason's path is empty. */
export function keysOf(path: unknown): Result<readonly string[]> {
  if (path === '' || path === '#') return refuse('found the whole state: set or delete its keys one by one')
  if (typeof path !== 'string' || !path.startsWith('/')) return refuse(`found ${describeValue(path)}`)
  const keys = parsePointer(path)
  if (keys === undefined) {
    return refuse(`found ${describeValue(path)}: in a key, write "~" as "~0" and "/" as "~1"`)
  }
  if (keys.length > MAX_DEPTH) return refuse(`found ${keys.length} keys, at most ${MAX_DEPTH} are allowed`)
  return { ok: true, value: keys }
}

function refuse(found: string): Result<never> {
  const message = `expected the path of a key, as "/key" or "/key/key", ${found}`
  return { ok: false, issues: [{ path: '', message }] }
}
