import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { describeValue, listValues } from '../json/excerpt.ts'
import { MAX_DEPTH, MAX_ISSUES } from '../json/limits.ts'
import { childIn, parsePointer, pointerStep } from '../json/pointer.ts'
import { checkJson } from '../state/check-json.ts'
import { setOwn } from '../state/own.ts'
import type { PatchEncoding } from './encoding.ts'
import { PatchDraft } from './parts/patch-draft.ts'
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
  decode(written, state): Result<JsonObject> {
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
  },
}

const FIELDS = ['op', 'path', 'value']
const EXPECTED = 'expected an operation with the keys "op", "path" and "value"'

/** Carries out one entry of the list, or says why it cannot be; paths of issues begin at the entry. */
function carryOut(entry: unknown, draft: PatchDraft): readonly Issue[] {
  if (!isJsonObject(entry)) return issue('', `${EXPECTED}, found ${describeValue(entry)}`)
  const [op, path, value] = FIELDS.map((field) => childIn(entry, field))
  const unknown = Object.keys(entry).filter((key) => !FIELDS.includes(key))
  const keys = keysOf(path)
  const issues = [
    ...(unknown.length > 0 ? issue('', `${EXPECTED}, found also ${listValues(unknown)}`) : []),
    ...(typeof keys === 'string' ? issue('/path', `${EXPECTED_PATH}, ${keys}`) : []),
    ...checkValue(op, value),
  ]
  if (typeof keys === 'string' || issues.length > 0) return issues
  const reason = op === 'delete' ? draft.delete(keys) : draft.set(keys, withoutNulls(value as JsonValue))
  return reason === undefined ? [] : issue('/path', reason)
}

function checkValue(op: unknown, value: unknown): Issue[] {
  if (op === 'delete') {
    return value === null
      ? []
      : issue('/value', `expected null, which "delete" takes as its value, found ${describeValue(value)}`)
  }
  if (op !== 'set') return issue('/op', `expected "set" or "delete", found ${describeValue(op)}`)
  if (value !== null && value !== undefined) return below('/value', checkJson(value, 'anywhere'))
  const advice = 'to delete the key, write "delete" as "op"'
  return issue('/value', `expected a value to set, found ${describeValue(value)}: ${advice}`)
}

/** A copy in which a key with null is not there: strict output must write every key, and the state holds no null. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutNulls(item))
  if (!isJsonObject(value)) return value
  const copy: { [key: string]: JsonValue } = {}
  for (const [key, child] of Object.entries(value)) if (child !== null) setOwn(copy, key, withoutNulls(child))
  return copy
}

/** The same issues, with a path in front. */
function below(path: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: path + issue.path }))
}

const issue = (path: string, message: string): Issue[] => [{ path, message }]

const EXPECTED_PATH = 'expected the path of a key, as "/key" or "/key/key"'

/** The keys of a JSON Pointer (RFC 6901) that a model wrote, at least one; or what was found instead. */
function keysOf(path: unknown): readonly string[] | string {
  if (path === '' || path === '#') return 'found the whole state: set or delete its keys one by one'
  if (typeof path !== 'string' || !path.startsWith('/')) return `found ${describeValue(path)}`
  const keys = parsePointer(path)
  if (keys === undefined) return `found ${describeValue(path)}: in a key, write "~" as "~0" and "/" as "~1"`
  return keys.length > MAX_DEPTH ? `found ${keys.length} keys, at most ${MAX_DEPTH} are allowed` : keys
}
