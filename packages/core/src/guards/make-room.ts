import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { listValues } from '../json/excerpt.ts'
import { childIn, pointerStep } from '../json/pointer.ts'
import { quote } from '../json/python-json.ts'
import { mergeState } from '../merge.ts'
import { followReference } from '../schema/references.ts'
import { listChanges } from '../state/change.ts'
import { setOwn } from '../state/own.ts'
import { State } from '../state/state.ts'
import { listIssues } from './parts/places.ts'

/**
 * Makes room as the state's JSON Schema says, before a patch is judged:
 *
 * - `x-evict: 'oldest'` beside `maxProperties`: of an object that a patch would make too large, the entries that were there
 *   first go, except those that the patch names and those whose deletion one of `others` rejects;
 * - `x-fold: 'field'` beside that: what goes is added to the text of that name beside the object, which keeps its end; and
 *   if the patch alone is too large, its own first entries go there too;
 * - `x-cut: true` beside `maxLength`: a longer text is cut, and ends with `…`. A number is also the most characters that the
 *   text may take in the prompt, in which a character outside of ASCII is escaped. Beside `propertyNames`, keys are cut in
 *   the middle.
 *
 * An object that stays too large is a rejection that names its entries. Reads `properties`, `additionalProperties` and
 * local references; what other keywords ask for is left to the schema.
 */
export function makeRoom(schema: JsonObject, others: readonly Guard[] = []): Guard {
  return {
    name: 'makeRoom',
    rewrite(patch, before) {
      const issues: Issue[] = []
      const isKept = (path: readonly string[]): boolean => rejects(others, before, path)
      const value = inObject({ root: schema, isKept, issues }, { schema, before, path: [], gone: [] }, patch)
      return issues.length > 0 ? { ok: false, issues: listIssues(issues) } : { ok: true, value }
    },
  }
}

/** Whether one of the guards rejects that the value at a place is deleted. */
function rejects(guards: readonly Guard[], before: State, path: readonly string[]): boolean {
  const patch = path.reduceRight<JsonValue>((below, key) => ({ [key]: below }), null) as JsonObject
  const change = mergeState(before, patch)
  const transition = { ...change, patch, changes: [...listChanges(change)] }
  return guards.some((guard) => {
    const rewritten: Result<JsonObject> = guard.rewrite?.(patch, before) ?? { ok: true, value: patch }
    return !rewritten.ok || (guard.check?.(transition) ?? []).length > 0
  })
}

interface Room {
  readonly root: JsonObject
  readonly isKept: (path: readonly string[]) => boolean
  readonly issues: Issue[]
}

/** An object that a patch is about. */
interface Level {
  readonly schema: JsonObject
  readonly before: State
  readonly path: readonly string[]
  /** What leaves it for want of room. */
  readonly gone: string[]
}

function inObject(room: Room, level: Level, patch: JsonObject): JsonObject {
  const made: { [key: string]: JsonValue } = {}
  const folds: (readonly [field: string, gone: readonly string[]])[] = []
  for (const [name, written] of Object.entries(patch)) {
    const key = cutKey(name, level.schema)
    const below = levelBelow(room, level, key)
    setOwn(made, key, below ? valueIn(room, below, written) : written)
    const field = below?.schema['x-fold']
    if (typeof field === 'string' && below && below.gone.length > 0) folds.push([field, below.gone])
  }
  for (const [field, gone] of folds) {
    const earlier = made[field] ?? level.before.get(field)
    const text = [...(typeof earlier === 'string' && earlier !== '' ? [earlier] : []), ...gone].join('; ')
    setOwn(made, field, cut(text, levelBelow(room, level, field)?.schema ?? {}, 'start'))
  }
  evict(room, level, made)
  return made
}

function valueIn(room: Room, level: Level, written: JsonValue): JsonValue {
  if (typeof written === 'string') return cut(written, level.schema, 'end')
  return isJsonObject(written) ? inObject(room, level, written) : written
}

function evict(room: Room, { schema, before, path, gone }: Level, made: { [key: string]: JsonValue }): void {
  const { maxProperties: most, 'x-evict': which, 'x-fold': fold } = schema
  if (typeof most !== 'number') return
  const named = Object.entries(made)
  const added = named.filter(([key, value]) => value !== null && before.get(key) === undefined).length
  const deleted = named.filter(([key, value]) => value === null && before.get(key) !== undefined).length
  const excess = before.size + added - deleted - most
  if (excess <= 0 || added === 0) return
  const present = [...before.entries()].filter(([key]) => !Object.hasOwn(made, key))
  const own = named.filter(([, value]) => value !== null)
  const old = which === 'oldest' ? present.filter(([key]) => !room.isKept([...path, key])) : []
  const out = [...old, ...(typeof fold === 'string' ? own : [])].slice(0, excess)
  if (out.length === excess) {
    for (const [key, value] of out) {
      gone.push(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      setOwn(made, key, null)
    }
    return
  }
  const none = which === 'oldest' ? ', of which none may be evicted' : ''
  const keys = listValues(present.map(([key]) => key))
  const message = `expected at most ${most} entries, found ${most + excess}${none}: delete ${excess} with null first; there are ${keys}`
  room.issues.push({ path: path.map(pointerStep).join(''), message })
}

function levelBelow({ root }: Room, { schema, before, path }: Level, key: string): Level | undefined {
  const { properties, additionalProperties } = schema
  const below = childIn(properties, key) ?? additionalProperties
  if (!isJsonObject(below)) return undefined
  const target = below.$ref === undefined ? below : followReference(root, below.$ref)
  if (!isJsonObject(target)) return undefined
  const was = before.get(key)
  const state = was instanceof State ? was : State.EMPTY
  return { schema: { ...target, ...below }, before: state, path: [...path, key], gone: [] }
}

const MARK = '…'
const shownChars = (text: string): number => quote(text).length - 2

/** Within `maxLength`, as JSON Schema counts characters, and within what `x-cut` says of the prompt. */
function cut(text: string, { maxLength, 'x-cut': shown }: JsonObject, from: 'start' | 'end'): string {
  if (shown !== true && typeof shown !== 'number') return text
  const most = typeof maxLength === 'number' ? maxLength : Infinity
  const room = shown === true ? Infinity : shown
  const all = Array.from(text)
  if (all.length <= most && (room === Infinity || shownChars(text) <= room)) return text
  if (most < 1) return ''
  const characters = from === 'end' ? all : all.reverse()
  let used = shownChars(MARK)
  const end = characters.findIndex((character, index) => {
    used += room === Infinity ? 0 : shownChars(character)
    return index === most - 1 || used > room
  })
  const kept = characters.slice(0, end)
  return from === 'end' ? kept.join('') + MARK : MARK + kept.reverse().join('')
}

/** So much of a key's end stays, where keys that begin alike differ. */
const KEY_END = 8

function cutKey(key: string, { propertyNames }: JsonObject): string {
  if (!isJsonObject(propertyNames) || cut(key, propertyNames, 'end') === key) return key
  const { maxLength, 'x-cut': shown } = propertyNames
  const half = typeof shown === 'number' ? shown / 2 : true
  const end = cut(key, { maxLength: KEY_END + 1, 'x-cut': half }, 'start').slice(MARK.length)
  const less = (limit: JsonValue | undefined, by: number): JsonValue =>
    typeof limit === 'number' ? limit - by : true
  const room = { maxLength: less(maxLength, Array.from(end).length), 'x-cut': less(shown, shownChars(end)) }
  return cut(key.slice(0, key.length - end.length), room, 'end') + end
}
