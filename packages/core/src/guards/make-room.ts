import { type Issue, isJsonObject, type JsonObject, type JsonValue, type Result } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { listValues } from '../json/excerpt.ts'
import { pointerStep } from '../json/pointer.ts'
import { mergeState } from '../merge.ts'
import { followReference } from '../schema/references.ts'
import { listChanges } from '../state/change.ts'
import { setOwn } from '../state/own.ts'
import { State } from '../state/state.ts'
import { listIssues } from './parts/issues.ts'

/**
 * Makes room as the state's JSON Schema says, before a patch is judged:
 *
 * - `x-evict: 'oldest'` beside `maxProperties`: of an object that a patch would make too large, the entries that were there
 *   first go, except those that the patch names and those whose deletion one of `others` rejects;
 * - `x-cut: true` beside `maxLength`: a longer text is cut, and ends with `…`.
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
      const value = new Room(schema, isKept, issues).inObject(schema, patch, before, [])
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

class Room {
  readonly #root: JsonObject
  readonly #isKept: (path: readonly string[]) => boolean
  readonly #issues: Issue[]

  constructor(root: JsonObject, isKept: (path: readonly string[]) => boolean, issues: Issue[]) {
    this.#root = root
    this.#isKept = isKept
    this.#issues = issues
  }

  inObject(schema: JsonObject, patch: JsonObject, before: State, path: readonly string[]): JsonObject {
    const made: { [key: string]: JsonValue } = {}
    for (const [key, written] of Object.entries(patch))
      setOwn(made, key, this.#value(this.#below(schema, key), written, before.get(key), [...path, key]))
    for (const key of this.#tooMany(schema, patch, before, path)) setOwn(made, key, null)
    return made
  }

  #value(
    schema: JsonObject | undefined,
    written: JsonValue,
    present: unknown,
    path: readonly string[],
  ): JsonValue {
    if (schema === undefined) return written
    if (typeof written === 'string')
      return schema['x-cut'] === true ? cut(written, schema.maxLength) : written
    if (!isJsonObject(written)) return written
    return this.inObject(schema, written, present instanceof State ? present : State.EMPTY, path)
  }

  /** The keys to delete so that the object keeps to its `maxProperties`. */
  #tooMany(schema: JsonObject, patch: JsonObject, before: State, path: readonly string[]): readonly string[] {
    const { maxProperties: most, 'x-evict': evict } = schema
    if (typeof most !== 'number') return []
    const named = Object.entries(patch)
    const added = named.filter(([key, value]) => value !== null && before.get(key) === undefined).length
    const deleted = named.filter(([key, value]) => value === null && before.get(key) !== undefined).length
    const left = before.size + added - deleted - most
    if (left <= 0 || added === 0) return []
    const present = [...before.entries()].map(([key]) => key).filter((key) => !Object.hasOwn(patch, key))
    const gone: string[] = []
    for (const key of evict === 'oldest' ? present : []) {
      if (gone.length === left) break
      if (!this.#isKept([...path, key])) gone.push(key)
    }
    if (gone.length === left) return gone
    const which = evict === 'oldest' ? ', of which none may be evicted' : ''
    const message = `expected at most ${most} entries, found ${most + left}${which}: delete ${left} with null first; there are ${listValues(present)}`
    this.#issues.push({ path: path.map(pointerStep).join(''), message })
    return []
  }

  #below(schema: JsonObject, key: string): JsonObject | undefined {
    const { properties, additionalProperties } = schema
    const below =
      isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (!isJsonObject(below)) return undefined
    const target = below.$ref === undefined ? below : followReference(this.#root, below.$ref)
    return isJsonObject(target) ? { ...target, ...below } : undefined
  }
}

/** At most so many characters, as JSON Schema counts them. */
function cut(text: string, most: JsonValue | undefined): string {
  if (typeof most !== 'number' || text.length <= most) return text
  const characters = Array.from(text)
  if (characters.length <= most) return text
  return most < 1 ? '' : `${characters.slice(0, most - 1).join('')}…`
}
