import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@skill-state/protocol'
import { merged } from '../values/merged.ts'

/** Whether two patches, each merged recursively (RFC 7396) into the state, give different states. */
export function outcomesDiffer(state: JsonObject, patch: JsonObject, other: JsonObject): boolean {
  return !isDeepStrictEqual(merged(state, patch), merged(state, other))
}
