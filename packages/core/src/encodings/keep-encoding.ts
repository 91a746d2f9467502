import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Result,
  SkillStateError,
} from '@skill-state/protocol'
import { pointerStep } from '../json/pointer.ts'
import { checkJson } from '../state/check-json.ts'
import { setOwn } from '../state/own.ts'
import { State } from '../state/state.ts'
import type { PatchEncoding } from './encoding.ts'
import { mergeEncoding } from './merge-encoding.ts'
import { mapValues, namedKeys, plainSchemas, typesOf } from './parts/plain-schemas.ts'
import { closed, eitherOf, NULL, StrictUnion } from './parts/strict-union.ts'

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
  patchSchema(stateSchema): JsonObject {
    const [root, ...others] = plainSchemas(stateSchema, stateSchema)
    if (!root || others.length > 0) throw unwritable('', 'offers several shapes of a state')
    return levelSchema(stateSchema, root, '', MOST_LEVELS)
  },
  decode(written, state): Result<JsonObject> {
    const read = mergeEncoding.decode(written, state)
    if (!read.ok) return read
    const issues = checkJson(written, 'anywhere')
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: changesOf(read.value, state) ?? {} }
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

/** What stands for an unchanged value: an object, since any text could be a value of the state. */
const keepSchema = closed({ keep: { type: 'boolean', enum: [true] } })

/** Levels of the state, with the answer around it within strict mode's ten. */
const MOST_LEVELS = 8
const TOO_DEEP = `is nested more than ${MOST_LEVELS} levels deep, or contains itself`

/**
 * JSON Schema of an object that names every key of a level: with its new value, with null if it may go, or
 * with the sign that it stays. Throws `invalid-skill` if the keys cannot all be named.
 */
function levelSchema(root: JsonObject, plain: JsonObject, path: string, levels: number): JsonObject {
  if (mapValues(plain).length > 0) throw unwritable(path, 'leaves keys open')
  if (levels === 0) throw unwritable(path, TOO_DEEP)
  const { properties, required } = namedKeys(plain)
  const fields = Object.entries(properties).map(([key, schema]): [string, JsonObject] => {
    const place = path + pointerStep(key)
    if (key === 'keep' && path !== '')
      throw unwritable(place, 'has the name of the sign for an unchanged value')
    const values = valueSchemas(root, schema, place, levels - 1)
    return [key, eitherOf([...values, ...(required.has(key) ? [] : [NULL]), keepSchema])]
  })
  return closed(Object.fromEntries(fields))
}

function valueSchemas(root: JsonObject, schema: JsonValue, path: string, levels: number): JsonObject[] {
  const objects: JsonObject[] = []
  const union = new StrictUnion(root, levels)
  for (const plain of plainSchemas(root, schema)) {
    const types = typesOf(plain)
    if (!types) throw unwritable(path, 'allows any value')
    if (types.includes('array')) checkItems(root, plain, path, levels)
    if (types.includes('object')) objects.push(levelSchema(root, plain, path, levels))
    union.addPlain({ ...plain, type: types.filter((type) => type !== 'object') })
  }
  if (objects.length > 1) throw unwritable(path, 'offers several shapes of an object')
  return [...union.branches(), ...objects]
}

/** Passes arrays of scalars, and of arrays of them. */
function checkItems(root: JsonObject, plain: JsonObject, path: string, levels: number): void {
  const { prefixItems, items = true } = plain
  if (prefixItems !== undefined || Array.isArray(items)) throw unwritable(path, 'is an array of fixed places')
  if (levels === 0) throw unwritable(path, TOO_DEEP)
  for (const item of plainSchemas(root, items)) {
    const types = typesOf(item)
    if (!types) throw unwritable(path, 'is an array of anything')
    if (types.includes('object')) throw unwritable(path, 'is an array of objects')
    if (types.includes('array')) checkItems(root, item, path, levels - 1)
  }
}

function unwritable(path: string, reason: string): SkillStateError {
  const place = path === '' ? 'the state' : `"${path}"`
  const message = `the encoding "keep" cannot write this state: ${place} ${reason}; use the encoding "operations"`
  return new SkillStateError('invalid-skill', message)
}

function isKeep(value: JsonValue): boolean {
  return isJsonObject(value) && value.keep === true && Object.keys(value).length === 1
}
