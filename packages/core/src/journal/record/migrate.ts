import {
  type Issue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'
import type { CompiledSkill } from '../../compile-skill.ts'
import { MAX_DEPTH } from '../../json/limits.ts'
import { mergeState } from '../../merge.ts'
import { followReference } from '../../schema/references.ts'
import { listOf, objectOf } from '../../schema/subschemas.ts'
import { checkJson } from '../../state/check-json.ts'
import { diff } from '../../state/diff.ts'
import { setOwn } from '../../state/own.ts'
import { State } from '../../state/state.ts'
import type { Moment } from './moment.ts'

/** Each brings a state of the version of its key to the next version. Pure: what it gets, it must not change. */
export type Migrations = Readonly<Record<number, (state: JsonObject) => JsonObject>>

export interface Schema {
  readonly skill: CompiledSkill
  readonly schemaVersion: number
  readonly migrations: Migrations
}

/**
 * A moment whose state fits the skill, which takes its migrations if it is of an earlier version, and the schema's defaults for
 * what it lacks. It has the very same state if that fits. The patch of a pending decision then becomes the one that leads to the migrated Σ_{t+1}, which must fit the skill too.
 * Throws `invalid-journal`, in one line that says what to do, where the moment cannot be brought there.
 */
export function migrate(given: Moment, schema: Schema): Moment {
  const { schemaVersion } = schema
  const { schemaVersion: from, pending } = given
  if (from > schemaVersion) {
    throw rejection(`its state has schema version ${from}, newer than ${schemaVersion}: use the newer skill`)
  }
  const current = from === schemaVersion ? given : withCaptured(given)
  const state = migrateState('its state', current.state, from, schema)
  // A base that no state may be any more could be longer than prompts of the skill can be.
  const isLaid =
    state === given.state && current.since && schema.skill.validate(current.since.base.toJSON()).length === 0
  const moment = { ...current, since: isLaid ? current.since : undefined }
  if (pending?.patch === undefined) return { ...moment, schemaVersion, state }
  const next = leadsTo(moment.state, pending.patch)
  const after = migrateState('the state after its pending patch', next, from, schema)
  if (from === schemaVersion && state === moment.state && after === next) return moment
  const patch = diff(state.toJSON(), after.toJSON())
  return { ...moment, schemaVersion, state, pending: { ...pending, patch } }
}

/** The moment with what rules took from its observation in the state: migrations know states alone. */
function withCaptured(moment: Moment): Moment {
  if (moment.observation?.captured === undefined) return moment
  const { captured, ...observation } = moment.observation
  return { ...moment, state: leadsTo(moment.state, captured), observation }
}

function leadsTo(state: State, patch: JsonObject): State {
  const [issue] = checkJson(patch, 'as-deletion')
  if (issue) throw damage('its pending patch holds what no patch can', issue)
  return mergeState(state, patch).after
}

function migrateState(what: string, state: State, from: number, schema: Schema): State {
  const json = state.toJSON()
  const isCurrent = from === schema.schemaVersion
  if (isCurrent && schema.skill.validate(json).length === 0) return state
  const [misshapen] = checkJson(json, 'nowhere')
  if (misshapen) throw damage(`${what} holds what no state can`, misshapen)
  if (isCurrent) {
    const advice = 'raise schemaVersion and give a migration, or give a new field a default'
    return State.from(fit(what, json, schema, advice))
  }
  return State.from(fit(what, runAll(json, from, schema), schema, 'correct the migrations'))
}

/** The state if it fits the skill, or the one that it is with the schema's defaults. */
function fit(what: string, json: JsonObject, { skill }: Schema, advice: string): JsonObject {
  const [issue] = skill.validate(json)
  if (issue === undefined) return json
  const filled = fill(skill.schema, skill.schema, json, MAX_DEPTH) as JsonObject
  const [left] = filled === json ? [issue] : skill.validate(filled)
  if (left === undefined) return filled
  throw rejection(`${what} does not fit the skill at "${left.path}": ${left.message}: ${advice}`)
}

function runAll(state: JsonObject, from: number, { schemaVersion, migrations }: Schema): JsonObject {
  let json = state
  for (let version = from; version < schemaVersion; version += 1) {
    const step = migrations[version]
    if (step === undefined) {
      throw rejection(
        `its state has schema version ${from}: give migrations[${version}], which brings a state of version ${version} to version ${version + 1}`,
      )
    }
    try {
      json = step(json)
    } catch (cause) {
      throw rejection(`migrations[${version}] failed: ${reasonOf(cause)}`, cause)
    }
  }
  return json
}

function damage(what: string, { path, message }: Issue): SkillStateError {
  return rejection(`${what} at "${path}": ${message}: continue from a copy of the journal`)
}

function rejection(reason: string, cause?: unknown): SkillStateError {
  return new SkillStateError('invalid-journal', `the journal cannot be opened, ${reason}`, { cause })
}

/** A value with the defaults of its schema where an object lacks a property; the same value if it lacks none. Judges nothing. */
function fill(root: JsonObject, schema: JsonValue | undefined, value: JsonValue, levels: number): JsonValue {
  if (!isJsonObject(schema) || levels === 0) return value
  const parts = [followReference(root, schema.$ref), ...listOf(schema.allOf)]
  const filled = parts.reduce<JsonValue>((sum, part) => fill(root, part, sum, levels - 1), value)
  if (Array.isArray(filled)) {
    const items = filled.map((each: JsonValue) => fill(root, schema.items, each, levels - 1))
    return items.some((item, index) => item !== filled[index]) ? items : filled
  }
  return isJsonObject(filled) ? fillObject(root, schema, filled, levels - 1) : filled
}

function fillObject(root: JsonObject, schema: JsonObject, value: JsonObject, levels: number): JsonObject {
  const properties = objectOf(schema.properties)
  const filled: { [key: string]: JsonValue } = {}
  for (const [key, below] of Object.entries(value)) {
    const its = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    setOwn(filled, key, fill(root, its, below, levels))
  }
  for (const [key, its] of Object.entries(properties)) {
    const found = Object.hasOwn(value, key) ? undefined : defaultOf(root, its)
    if (found !== undefined) setOwn(filled, key, fill(root, its, found, levels))
  }
  const keys = Object.keys(filled)
  const isSame = keys.length === Object.keys(value).length && keys.every((key) => filled[key] === value[key])
  return isSame ? value : filled
}

function defaultOf(root: JsonObject, schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return undefined
  if ('default' in schema) return schema.default
  return objectOf(followReference(root, schema.$ref)).default
}
