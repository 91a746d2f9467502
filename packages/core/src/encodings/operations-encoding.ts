import type { Issue, JsonObject, Result } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { MAX_ISSUES } from '../json/limits.ts'
import { pointerStep } from '../json/pointer.ts'
import type { State } from '../state/state.ts'
import type { PatchEncoding } from './encoding.ts'
import { PatchDraft } from './parts/patch-draft.ts'
import { below, readOperation } from './parts/read-operation.ts'
import { addPlaces, closed, eitherOf, NULL, StrictUnion } from './parts/strict-union.ts'

/** Levels of arrays and objects that one value may have: with the three around it well below strict mode's ten. */
const VALUE_LEVELS = 4

/**
 * A list of `{ op, path, value }` in which every field is required, for strict structured output: there, a
 * merge object would have to name every key and so delete what it means to keep.
 *
 * - Operations apply in order, each to what the ones before it left. Of two at one path the later one decides.
 * - `set` makes `value` the whole value at `path` (a JSON Pointer of one key or more): an object replaces, it is
 *   not merged, and a key with null in it is not there. Missing objects on the way are created.
 * - `delete` takes null as its value. Deleting what is not there changes nothing.
 * - Arrays change as a whole: no path leads into one, nor into a scalar.
 */
export const operationsEncoding: PatchEncoding = {
  name: 'operations',
  form: '[ <list: your state updates in order, each { "op": "set" or "delete", "path": "/<key>/<key>", "value": <the new value, or null to delete> }> ]',
  patchSchema(stateSchema): JsonObject {
    const values = new StrictUnion(stateSchema, VALUE_LEVELS)
    addPlaces(values, stateSchema)
    const operation = closed({
      op: { type: 'string', enum: ['set', 'delete'] },
      path: { type: 'string' },
      value: eitherOf([...values.branches(), NULL]),
    })
    return { type: 'array', items: operation }
  },
  decode: decodeOperations,
}

function decodeOperations(written: unknown, state: State): Result<JsonObject> {
  if (!Array.isArray(written)) {
    const message = `expected a state patch that is a list of operations, found ${describeValue(written)}`
    return { ok: false, issues: [{ path: '', message }] }
  }
  const draft = new PatchDraft(state)
  const issues: Issue[] = []
  for (const [at, entry] of written.entries()) {
    if (issues.length >= MAX_ISSUES) break
    issues.push(...below(pointerStep(at), carryOut(entry, draft)))
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: draft.patch }
}

function carryOut(entry: unknown, draft: PatchDraft): readonly Issue[] {
  const operation = readOperation(entry)
  if (!operation.ok) return operation.issues
  const { keys, value } = operation.value
  const reason = value === undefined ? draft.delete(keys) : draft.set(keys, value)
  return reason === undefined ? [] : [{ path: '/path', message: reason }]
}
