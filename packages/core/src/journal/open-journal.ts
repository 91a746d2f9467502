import { invalidOption, type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { State } from '../state/state.ts'
import type { OpenJournal } from './journal.ts'
import { type Migrations, migrate, type Schema } from './record/migrate.ts'
import { checkId } from './record/misuse.ts'
import { baseOf } from './record/moment.ts'
import { readOpen, readTail } from './record/read.ts'
import { FORMAT, type Head } from './record/record.ts'
import { JournalWriter } from './record/writer.ts'
import type { JournalStore } from './store.ts'

export interface OpenJournalOptions {
  readonly skill: CompiledSkill
  /**
   * Names a new journal, unlike all others that the environment ever sees. An existing journal knows its own:
   * if an id is given, it must be that one.
   */
  readonly id?: string | undefined
  /** Σ_0 of a new journal. Default: the skill's. */
  readonly initialState?: JsonObject | undefined
  /** Version of the skill's schema. Raise it when old states no longer mean the same. Default 1. */
  readonly schemaVersion?: number | undefined
  /** How states of earlier versions are brought to this one, by the version that each starts from. Default none. */
  readonly migrations?: Migrations | undefined
  /** True to record a migration with the next record: a process that shares a store may write only while it holds it. Default false. */
  readonly writesLater?: boolean | undefined
}

/**
 * Opens the journal of an episode, or begins one if the store is empty. Reads the last records only, however
 * long the journal is: `verify` reads them all. The caller closes the store.
 *
 * Throws, before anything is written: `invalid-option` for a new journal without an id; `invalid-journal` for a
 * journal of another skill or id, of a newer schema version or one that the migrations do not start from, for a
 * state that does not fit the skill even with the defaults of its schema, and for a damaged end. A last record that was never whole is no damage.
 */
export function openJournal(store: JournalStore, options: OpenJournalOptions): OpenJournal {
  const schema = schemaOf(options)
  const begun = readOpen(store)
  const tail = begun && readTail(store)
  if (begun === undefined || tail === undefined) return begin(store, schema, options)
  const { name } = schema.skill.skill
  if (begun.skill !== name) {
    throw rejection(`journal "${begun.id}" belongs to the skill "${begun.skill}", not to "${name}"`)
  }
  if (options.id !== undefined && options.id !== begun.id) {
    throw rejection(
      `the journal is "${begun.id}", not "${options.id}": open another store, or leave the id out`,
    )
  }
  const moment = migrate(tail.moment, schema)
  const migrated = ['schemaVersion', 'state', 'pending', 'since'] as const
  const isSame = migrated.every((key) => moment[key] === tail.moment[key])
  const journal = new JournalWriter(store, schema, begun, { ...tail, moment }, !isSame)
  if (!options.writesLater) journal.recordMigration?.()
  return journal
}

function begin(store: JournalStore, schema: Schema, { id, initialState }: OpenJournalOptions): OpenJournal {
  const { skill, schemaVersion } = schema
  const head: Head = { format: FORMAT, id: checkId(id), skill: skill.skill.name }
  const state = initialState ? firstState(skill, initialState) : skill.initialState
  const moment = { index: 0, line: 0, schemaVersion, state }
  const journal = new JournalWriter(store, schema, head, { moment, chain: '', due: 0, since: 0 })
  journal.append({ kind: 'open', ...head, ...baseOf(moment) }, moment)
  return journal
}

function firstState(skill: CompiledSkill, given: JsonObject): State {
  const [issue] = skill.validate(given)
  if (issue === undefined) return State.from(given)
  throw invalidOption(`initialState at "${issue.path}": ${issue.message}: give a state that fits the schema`)
}

function schemaOf({ skill, schemaVersion = 1, migrations = {} }: OpenJournalOptions): Schema {
  if (!Number.isSafeInteger(schemaVersion) || schemaVersion < 0) {
    throw invalidOption(`schemaVersion must be a whole number from 0, found ${schemaVersion}`)
  }
  return { skill, schemaVersion, migrations }
}

function rejection(message: string): SkillStateError {
  return new SkillStateError('invalid-journal', message)
}
