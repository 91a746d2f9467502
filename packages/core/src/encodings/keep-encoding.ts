import { isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { checkJson } from '../state/check-json.ts'
import { setOwn } from '../state/own.ts'
import { State } from '../state/state.ts'
import type { PatchEncoding } from './encoding.ts'
import { isKeep, keepPatchSchema } from './parts/keep-schema.ts'

/**
 * The whole state, key by key, for small states whose keys are all known: each key has its new value, null to
 * delete it, or `{ "keep": true }` where it stays. Every key is required, as strict structured output wants it.
 *
 * The sign is an object because any text could be a value; an object of the state must not have a key `keep`
 * (the root may). If it stands for a nested object, that object stays as a whole. A key that is missing all
 * the same stays too.
 */
export const keepEncoding: PatchEncoding = {
  name: 'keep',
  form: '{ <dict: every key of the state with its new value, null to delete the key, {"keep": true} to leave it as it is> }',
  patchSchema: keepPatchSchema,
  decode(written, state): Result<JsonObject> {
    if (!isJsonObject(written)) {
      const message = `expected a state patch that is a JSON object, found ${describeValue(written)}`
      return { ok: false, issues: [{ path: '', message }] }
    }
    const issues = checkJson(written, 'anywhere')
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: changesOf(written, state) ?? {} }
  },
}

/** What an object changes; undefined if it leaves everything as it is. An empty one is new if there was none. */
function changesOf(written: JsonObject, state: State | undefined): JsonObject | undefined {
  const patch: { [key: string]: JsonValue } = {}
  let isChanged = state === undefined && Object.keys(written).length === 0
  for (const [key, value] of Object.entries(written)) {
    if (isKeep(value)) continue
    const was = state?.get(key)
    const change = isJsonObject(value) ? changesOf(value, was instanceof State ? was : undefined) : value
    if (change === undefined) continue
    isChanged = true
    // In an object that is new, there is nothing to delete.
    if (change !== null || state) setOwn(patch, key, change)
  }
  return isChanged ? patch : undefined
}
