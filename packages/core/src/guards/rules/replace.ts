import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { setOwn } from '../../_own.ts'
import { State } from '../../state.ts'
import type { MergeRule } from './merge-rule.ts'

/** An object replaces the one that is there as a whole: what it omits is deleted. */
export function replace(): MergeRule {
  return {
    name: 'replace',
    combine: (written, present) => ({
      ok: true,
      value: isJsonObject(written) && present instanceof State ? replacing(present, written) : written,
    }),
  }
}

/** The patch that leads from one object to the other: nulls for the keys that go. */
function replacing(present: State, written: JsonObject): JsonObject {
  const patch: { [key: string]: JsonValue } = {}
  for (const [key] of present.entries()) if (!Object.hasOwn(written, key)) setOwn(patch, key, null)
  for (const [key, value] of Object.entries(written)) {
    const was = present.get(key)
    setOwn(patch, key, isJsonObject(value) && was instanceof State ? replacing(was, value) : value)
  }
  return patch
}
