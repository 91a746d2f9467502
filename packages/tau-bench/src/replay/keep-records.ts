import { isJsonObject, type JsonObject, type JsonValue, type Skill } from '@skill-state/protocol'
import type { Seen } from './measure-prompts.ts'

/**
 * The same skill with a state that holds the records that tools answered, whole, by their ids. The words of the
 * conversation are not in it: a state of realistic size, not the state that a model would keep.
 */
export function recordKeeping(skill: Skill): Skill {
  return {
    ...skill,
    schema: {
      type: 'object',
      properties: { records: { type: 'object', additionalProperties: { type: 'object' } } },
      required: ['records'],
      additionalProperties: false,
    },
    initialState: { records: {} },
  }
}

/** Makes a source of patches for one run: each sets the record that the newest observation shows. */
export function keepRecords(): (seen: Seen) => JsonObject {
  const kept = new Map<string, JsonObject>()
  return (seen) => {
    const record = recordIn(seen)
    const key = record && keyOf(record, seen)
    if (record === undefined || key === undefined) return {}
    const before = kept.get(key)
    kept.set(key, record)
    return { records: { [key]: before === undefined ? record : mergePatch(before, record) } }
  }
}

/** The object that a tool answered; lists, texts and errors are no records. */
function recordIn({ call }: Seen): JsonObject | undefined {
  if (!call?.observation.startsWith('{')) return undefined
  try {
    const value = withoutNulls(JSON.parse(call.observation) as JsonValue)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Its own id, the first member that is named so, or the one that the tool was asked for. */
function keyOf(record: JsonObject, { call }: Seen): string | undefined {
  const own = Object.entries(record).find(
    ([name, value]) => name.endsWith('_id') && typeof value === 'string',
  )
  const asked = [...(call?.kwargs.values() ?? [])].find((value) => typeof value === 'string')
  return typeof own?.[1] === 'string' ? own[1] : asked
}

/** The merge patch (RFC 7396) that leads from one object without nulls to another. */
function mergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const set = Object.entries(after).map(([name, value]): [string, JsonValue] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    return [name, isJsonObject(old) && isJsonObject(value) ? mergePatch(old, value) : value]
  })
  return Object.fromEntries([...gone.map((name): [string, JsonValue] => [name, null]), ...set])
}

/** A merge patch cannot set a null. */
function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}
