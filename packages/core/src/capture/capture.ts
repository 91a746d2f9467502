import {
  type Evidence,
  type Issue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  SkillStateError,
} from '@skill-state/protocol'
import { type Field, fill, isGrouped, materialOf } from '@skill-state/protocol/evidence'
import { describeValue } from '../json/excerpt.ts'
import { childIn } from '../json/pointer.ts'
import { mergeState } from '../merge.ts'
import { toPointer } from '../state/change.ts'
import { diff } from '../state/diff.ts'
import { type State, toJsonValue } from '../state/state.ts'
import type { Capture, CapturingSkill } from './captured.ts'

/**
 * Fills fields at the top of the state from tools' results and users' messages; a patch that writes one of them is rejected.
 * For the option `capture` of `compileSkill` and `runSkill`.
 */
export function capture(fields: readonly Field[]): Capture {
  return {
    check: (skill) => checkCapture(skill, fields),
    reject: (patch) => rejectCaptured(fields, patch),
    take: (skill, state, carried, evidence) => {
      const before = carried === undefined ? state : mergeState(state, carried).after
      const after = evidence.reduce((now, each) => filled(skill, fields, now, each), before)
      return diff(heldIn(state, fields), heldIn(after, fields))
    },
  }
}

function rejectCaptured(fields: readonly Field[], patch: JsonObject): readonly Issue[] {
  return fields
    .filter(({ name }) => Object.hasOwn(patch, name))
    .map(({ name, from }) => {
      const source = 'tool' in from ? `results of ${from.tool}` : 'what the user says'
      const found = patch[name] === null ? 'its deletion' : describeValue(patch[name])
      const message = `expected nothing, since the runtime fills this field from ${source}, found ${found}: leave it out of the patch`
      return { path: toPointer([name]), message }
    })
}

/** The state with the fields filled, one by one. What the schema rejects beside its bounds is not taken. */
function filled(skill: CapturingSkill, fields: readonly Field[], state: State, evidence: Evidence): State {
  const material = materialOf(evidence)
  const properties = childIn(skill.schema, 'properties')
  return fields.reduce((before, field) => {
    const held = before.get(field.name)
    const was = held === undefined ? undefined : toJsonValue(held)
    const full = fill(field, was, material)
    if (full === was) return before
    const property = childIn(properties, field.name)
    const value = (full === undefined ? undefined : fitTo(property, full)) ?? emptied(skill, field)
    const patch = diff(named(field, was), named(field, value))
    const change = mergeState(before, patch)
    return skill.validateChange(change).length === 0 ? change.after : before
  }, state)
}

/** What is left of a field that holds nothing: an empty one if the schema requires it. */
function emptied({ schema }: CapturingSkill, field: Field): JsonValue | undefined {
  const required = childIn(schema, 'required')
  if (!Array.isArray(required) || !required.includes(field.name)) return undefined
  return kindsOf(field)[0] === 'array' ? [] : {}
}

function heldIn(state: State, fields: readonly Field[]): JsonObject {
  const entries = fields.flatMap(({ name }): [string, JsonValue][] => {
    const held = state.get(name)
    return held === undefined ? [] : [[name, toJsonValue(held)]]
  })
  return Object.fromEntries(entries)
}

function named({ name }: Field, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : Object.fromEntries([[name, value]])
}

/** Throws `invalid-skill` for a captured field that the schema does not have, or has as something else. */
function checkCapture({ skill, schema }: CapturingSkill, fields: readonly Field[]): void {
  for (const field of fields) {
    const property = childIn(childIn(schema, 'properties'), field.name)
    const kinds = kindsOf(field)
    if (hasKinds(property, kinds)) continue
    throw new SkillStateError(
      'invalid-skill',
      `skill "${skill.name}": the captured field "${field.name}" must be in the schema as ${kinds.join(' of ')}`,
    )
  }
}

/** What a field is made of, from the outside in. */
function kindsOf(field: Field): readonly string[] {
  const group = field.key === undefined ? ['array', 'string'] : ['object', 'array', 'string']
  return isGrouped(field) ? ['array', ...group] : group
}

function hasKinds(schema: JsonValue | undefined, [kind, ...inner]: readonly string[]): boolean {
  if (kind === undefined) return true
  const below = kind === 'array' ? 'items' : 'additionalProperties'
  return childIn(schema, 'type') === kind && hasKinds(childIn(schema, below), inner)
}

/**
 * The part of a filled field that the bounds of its schema leave room for: without texts that are too long, and without
 * the oldest of too many texts, groups or slots. `undefined` if nothing is left.
 */
function fitTo(schema: JsonValue | undefined, value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return value.length <= boundIn(schema, 'maxLength') ? value : undefined
  if (Array.isArray(value)) {
    const fitting = (value as readonly JsonValue[]).flatMap((each) => {
      const part = fitTo(childIn(schema, 'items'), each)
      return part === undefined ? [] : [part]
    })
    return newest(fitting, boundIn(schema, 'maxItems'))
  }
  if (!isJsonObject(value)) return undefined
  const fitting = Object.entries(value).flatMap(([slot, texts]) => {
    const part = fitTo(childIn(schema, 'additionalProperties'), texts)
    return part === undefined || fitTo(childIn(schema, 'propertyNames'), slot) === undefined
      ? []
      : [[slot, part] as const]
  })
  const slots = newest(fitting, boundIn(schema, 'maxProperties'))
  return slots && Object.fromEntries(slots)
}

function newest<T>(all: readonly T[], most: number): readonly T[] | undefined {
  const kept = all.slice(Math.max(0, all.length - most))
  return kept.length === 0 ? undefined : kept
}

function boundIn(schema: JsonValue | undefined, keyword: string): number {
  const bound = childIn(schema, keyword)
  return typeof bound === 'number' ? bound : Number.POSITIVE_INFINITY
}
