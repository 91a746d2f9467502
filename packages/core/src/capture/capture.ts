import type { Evidence, Issue, JsonObject, JsonValue, Observation } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { mergeState } from '../merge.ts'
import { type LevelChange, toPointer } from '../state/change.ts'
import { diff } from '../state/diff.ts'
import { toJson } from '../state/node.ts'
import type { State } from '../state/state.ts'
import { kindsOf } from './check-capture.ts'
import type { Field } from './field.ts'
import { fill } from './fill.ts'
import { fitTo, partOf } from './fit.ts'
import { materialOf } from './material.ts'

/** What capturing reads of a compiled skill. */
interface CapturingSkill {
  readonly schema: JsonObject
  readonly options: { readonly capture?: readonly Field[] | undefined }
  readonly validateChange: (change: LevelChange) => readonly Issue[]
}

/** Why the runtime rejects a patch by the model that writes captured fields. */
export function refuseCaptured(fields: readonly Field[], patch: JsonObject): readonly Issue[] {
  return fields
    .filter(({ name }) => Object.hasOwn(patch, name))
    .map(({ name, from }) => {
      const source = 'tool' in from ? `results of ${from.tool}` : 'what the user says'
      const found = patch[name] === null ? 'its deletion' : describeValue(patch[name])
      const message = `expected nothing, since the runtime fills this field from ${source}, found ${found}: leave it out of the patch`
      return { path: toPointer([name]), message }
    })
}

/**
 * An observation as it is kept: with what the skill's rules take from it, and without the evidence itself. The next step
 * adds that to the state. `carried` is what was taken from the observation before; if the state does not have it, because
 * no patch was committed, it is taken again.
 */
export function captured(
  skill: CapturingSkill,
  state: State,
  carried: JsonObject | undefined,
  { evidence = [], captured: _, ...observation }: Observation,
): Observation {
  const { capture = [] } = skill.options
  if (capture.length === 0) return observation
  const before = carried === undefined ? state : mergeState(state, carried).after
  const after = evidence.reduce((now, each) => filled(skill, now, each), before)
  const patch = diff(heldIn(state, capture), heldIn(after, capture))
  return Object.keys(patch).length === 0 ? observation : { ...observation, captured: patch }
}

/** The state with the fields filled, one by one. What the schema refuses beside its bounds is not taken. */
function filled(skill: CapturingSkill, state: State, evidence: Evidence): State {
  const material = materialOf(evidence)
  const properties = partOf(skill.schema, 'properties')
  return (skill.options.capture ?? []).reduce((before, field) => {
    const held = before.get(field.name)
    const was = held === undefined ? undefined : toJson(held)
    const full = fill(field, was, material)
    if (full === was) return before
    const property = partOf(properties, field.name)
    const value = (full === undefined ? undefined : fitTo(property, full)) ?? emptied(skill, field)
    const patch = diff(named(field, was), named(field, value))
    const change = mergeState(before, patch)
    return skill.validateChange(change).length === 0 ? change.after : before
  }, state)
}

/** What is left of a field that holds nothing: an empty one if the schema requires it. */
function emptied({ schema }: CapturingSkill, field: Field): JsonValue | undefined {
  const required = partOf(schema, 'required')
  if (!Array.isArray(required) || !required.includes(field.name)) return undefined
  return kindsOf(field)[0] === 'array' ? [] : {}
}

function heldIn(state: State, fields: readonly Field[]): JsonObject {
  const entries = fields.flatMap(({ name }): [string, JsonValue][] => {
    const held = state.get(name)
    return held === undefined ? [] : [[name, toJson(held)]]
  })
  return Object.fromEntries(entries)
}

function named({ name }: Field, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : Object.fromEntries([[name, value]])
}
