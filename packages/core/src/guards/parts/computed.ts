import {
  type Issue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Result,
  SkillStateError,
} from '@skill-state/protocol'
import { parsePointer } from '../../json/pointer.ts'
import { mergeState } from '../../merge.ts'
import { checkJson } from '../../state/check-json.ts'
import { diff } from '../../state/diff.ts'
import { setOwn } from '../../state/own.ts'
import { State } from '../../state/state.ts'
import { childOf, describeNode, type Node, nodeAt, sameNode } from './node.ts'

/** The value of a computed field in a state, or why the state has none. Pure; never throws, returns no null. */
export type ComputedField = (state: State) => Result<JsonValue>

/** Fields by their JSON Pointers. Each sees those before it. */
export type ComputedFields = Readonly<Record<string, ComputedField>>

export interface OpenField {
  readonly pointer: string
  readonly path: readonly string[]
  readonly compute: ComputedField
}

/** Throws `invalid-option` for a key that is not a JSON Pointer of a field, and for a field within another. */
export function openFields(fields: ComputedFields): readonly OpenField[] {
  return Object.entries(fields).map(([pointer, compute]) => {
    const path = parsePointer(pointer)
    if (path === undefined || path.length === 0 || path.includes('*')) {
      throw refused(`expected a JSON Pointer without "*", found ${JSON.stringify(pointer)}`)
    }
    const outer = Object.keys(fields).find((other) => pointer.startsWith(`${other}/`))
    if (outer !== undefined) throw refused(`"${pointer}" lies within "${outer}": compute one of them`)
    return { pointer, path, compute }
  })
}

function refused(reason: string): SkillStateError {
  return new SkillStateError('invalid-option', `computed: ${reason}`)
}

/** The patch with the fields that it makes different, or why the state that it leads to has none. */
export function withFields(
  patch: JsonObject,
  before: State,
  fields: readonly OpenField[],
): Result<JsonObject> {
  let whole = patch
  for (const { pointer, path, compute } of fields) {
    const { after } = mergeState(before, whole)
    const field = compute(after)
    if (!field.ok) return field
    if (checkJson(field.value, 'nowhere').length > 0)
      return { ok: false, issues: [unfit(pointer, field.value)] }
    if (sameNode(nodeAt(after, path), field.value)) continue
    whole = withValue(whole, after, path, field.value)
    const misshapen = checkJson(whole, 'as-deletion')
    if (misshapen.length > 0) return { ok: false, issues: misshapen }
  }
  return { ok: true, value: whole }
}

function unfit(path: string, value: JsonValue): Issue {
  const message = `expected changes after which this field, which the runtime computes, has a value that a state can hold, found ${describeNode(value)}`
  return { path, message }
}

/** The patch that also leads to this value at the path, given what is there and merges with it. */
function withValue(
  patch: JsonObject,
  present: Node | undefined,
  [key = '', ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  const was = childOf(present, key)
  const written = Object.hasOwn(patch, key) ? patch[key] : undefined
  const below = isJsonObject(written) ? written : {}
  const changed: { [key: string]: JsonValue } = { ...patch }
  if (rest.length > 0) setOwn(changed, key, withValue(below, was, rest, value))
  else setOwn(changed, key, was instanceof State && isJsonObject(value) ? diff(was.toJSON(), value) : value)
  return changed
}
