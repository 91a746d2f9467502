import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import { describeValue, listValues } from '../json/excerpt.ts'
import { MAX_DEPTH, MAX_ISSUES } from '../json/limits.ts'
import { parsePointer, pointerStep } from '../json/pointer.ts'
import { checkJson } from '../state/check-json.ts'
import { setOwn } from '../state/own.ts'
import type { State } from '../state/state.ts'
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

/** One operation that can be carried out: a value to set, or undefined to delete. */
interface Operation {
  readonly keys: readonly string[]
  readonly value: JsonValue | undefined
}

const FIELDS = ['op', 'path', 'value']

/** Reads one entry of the list; paths of issues begin at the entry. */
function readOperation(written: unknown): Result<Operation> {
  if (!isJsonObject(written)) {
    return reject('', `${expected}, found ${describeValue(written)}`)
  }
  const keys = keysOf(own(written, 'path'))
  const value = readValue(own(written, 'op'), own(written, 'value'))
  const issues = [
    ...unknownFields(written),
    ...(keys.ok ? [] : below('/path', keys.issues)),
    ...(value.ok ? [] : value.issues),
  ]
  if (!keys.ok || !value.ok || issues.length > 0) return { ok: false, issues }
  return { ok: true, value: { keys: keys.value, value: value.value } }
}

const expected = 'expected an operation with the keys "op", "path" and "value"'

function unknownFields(written: JsonObject): Issue[] {
  const unknown = Object.keys(written).filter((key) => !FIELDS.includes(key))
  return unknown.length === 0 ? [] : [{ path: '', message: `${expected}, found also ${listValues(unknown)}` }]
}

function readValue(op: unknown, value: unknown): Result<JsonValue | undefined> {
  if (op === 'delete') {
    if (value === null) return { ok: true, value: undefined }
    return reject('/value', `expected null, which "delete" takes as its value, found ${describeValue(value)}`)
  }
  if (op !== 'set') {
    return reject('/op', `expected "set" or "delete", found ${describeValue(op)}`)
  }
  if (value === null || value === undefined) {
    const message = `expected a value to set, found ${describeValue(value)}: to delete the key, write "delete" as "op"`
    return reject('/value', message)
  }
  const issues = checkJson(value, 'anywhere')
  if (issues.length > 0) return { ok: false, issues: below('/value', issues) }
  return { ok: true, value: withoutNulls(value as JsonValue) }
}

/** A copy in which a key with null is not there: strict output must write every key, and the state holds no null. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutNulls(item))
  if (!isJsonObject(value)) return value
  const copy: { [key: string]: JsonValue } = {}
  for (const [key, child] of Object.entries(value)) if (child !== null) setOwn(copy, key, withoutNulls(child))
  return copy
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The same issues, with a path in front. */
function below(path: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: path + issue.path }))
}

function reject(path: string, message: string): Result<never> {
  return { ok: false, issues: [{ path, message }] }
}

/** The keys of a JSON Pointer (RFC 6901) that a model wrote, at least one; the reason's path is empty. */
function keysOf(path: unknown): Result<readonly string[]> {
  if (path === '' || path === '#')
    return rejectPath('found the whole state: set or delete its keys one by one')
  if (typeof path !== 'string' || !path.startsWith('/')) return rejectPath(`found ${describeValue(path)}`)
  const keys = parsePointer(path)
  if (keys === undefined) {
    return rejectPath(`found ${describeValue(path)}: in a key, write "~" as "~0" and "/" as "~1"`)
  }
  if (keys.length > MAX_DEPTH)
    return rejectPath(`found ${keys.length} keys, at most ${MAX_DEPTH} are allowed`)
  return { ok: true, value: keys }
}

function rejectPath(found: string): Result<never> {
  return reject('', `expected the path of a key, as "/key" or "/key/key", ${found}`)
}
