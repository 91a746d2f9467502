import { type Issue, isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { checkJson } from '../_check-json.ts'
import type { CompiledSkill } from '../compile-skill.ts'
import { diff } from '../diff.ts'
import { mergeState } from '../merge.ts'
import { State } from '../state.ts'
import type { Moment } from './_moment.ts'

/** Each brings a state of the version of its key to the next version. Pure: what it gets, it must not change. */
export type Migrations = Readonly<Record<number, (state: JsonObject) => JsonObject>>

export interface Schema {
  readonly skill: CompiledSkill
  readonly schemaVersion: number
  readonly migrations: Migrations
}

/**
 * A moment whose state fits the skill, which takes its migrations where it is of an earlier version. The patch
 * of a pending decision then becomes the one that leads to the migrated Σ_{t+1}. Throws `invalid-journal`, in
 * one line that says what to do, where the moment cannot be brought there.
 */
export function migrate(moment: Moment, schema: Schema): Moment {
  const { schemaVersion } = schema
  if (moment.schemaVersion > schemaVersion) {
    throw refusal(
      `its state has schema version ${moment.schemaVersion}, newer than ${schemaVersion}: use the newer skill`,
    )
  }
  const before = migrateState(moment.state, moment.schemaVersion, schema)
  const { pending } = moment
  if (moment.schemaVersion === schemaVersion || pending?.patch === undefined) {
    return { ...moment, schemaVersion, state: before }
  }
  const after = migrateState(mergeState(moment.state, pending.patch).after, moment.schemaVersion, schema)
  const patch = diff(before.toJSON(), after.toJSON())
  return { ...moment, schemaVersion, state: before, pending: { ...pending, patch } }
}

function migrateState(state: State, from: number, { skill, schemaVersion, migrations }: Schema): State {
  if (from === schemaVersion) {
    const [issue] = skill.validate(state.toJSON())
    if (issue) throw misfit(issue, 'raise schemaVersion and give a migration')
    return state
  }
  let json = state.toJSON()
  for (let version = from; version < schemaVersion; version += 1) {
    const step = migrations[version]
    if (step === undefined) {
      throw refusal(
        `its state has schema version ${from}: give migrations[${version}], which brings a state of version ${version} to version ${version + 1}`,
      )
    }
    json = run(step, json, version)
  }
  const [issue] = refuse(skill, json)
  if (issue) throw misfit(issue, 'correct the migrations')
  return State.from(json)
}

function run(step: Migrations[number], state: JsonObject, version: number): JsonObject {
  try {
    return step(state)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw refusal(`migrations[${version}] failed: ${reason}`, cause)
  }
}

function refuse(skill: CompiledSkill, json: unknown): readonly Issue[] {
  if (!isJsonObject(json)) return [{ path: '', message: 'expected an object' }]
  const misshapen = checkJson(json, 'nowhere')
  return misshapen.length > 0 ? misshapen : skill.validate(json)
}

function misfit({ path, message }: Issue, advice: string): SkillStateError {
  return refusal(`its state does not fit the skill at "${path}": ${message}: ${advice}`)
}

function refusal(reason: string, cause?: unknown): SkillStateError {
  return new SkillStateError('invalid-journal', `the journal cannot be opened, ${reason}`, { cause })
}
