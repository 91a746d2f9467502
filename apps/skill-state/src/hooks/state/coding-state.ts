import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileSessions } from '@skill-state/agent/files'
import { applyPatch, type CompiledSkill, mergeState, type State } from '@skill-state/core'
import { type OpenJournal, type Origin, openJournal, why } from '@skill-state/core/journal'
import { isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { fileId, hooksHome, projectOf } from '../places.ts'
import { notesFrom } from './notes.ts'
import { codingSkill, type Scope } from './schema.ts'

/** What a project or a session is known by: the folder of the project, or the id of the session. */
export interface Place {
  readonly scope: Scope
  readonly name: string
}

export function projectPlace(cwd: string): Place {
  return { scope: 'project', name: projectOf(cwd) }
}

export type PatchResult = ReturnType<typeof applyPatch>

/** A state, while this process alone works on it. */
export interface HeldState {
  readonly state: State
  readonly version: number
  /** Commits a patch that changes something, with what led to it and who wrote it; or says why it is rejected. */
  readonly patch: (told: string, by: string, patch: JsonObject) => PatchResult
  readonly why: (pointer: string) => Origin
}

export interface StateOptions {
  readonly maxChars: number
  /** When to give up waiting for others, in milliseconds of `Date.now`. */
  readonly until: number
}

/** Between two attempts to get a state that another process works on. */
const PAUSE_MS = 7

/**
 * Works on a state that no other process works on meanwhile. What hooks have noted of a session is part of it first. Throws
 * `journal-conflict` if the others take too long.
 */
export async function withState<T>(
  place: Place,
  options: StateOptions,
  work: (held: HeldState) => T,
): Promise<T> {
  const skill = codingSkill(place.scope, options.maxChars)
  const store = fileSessions(join(hooksHome(), `${place.scope}s`))
  for (;;) {
    const files = await store.open(fileId(place.name))
    try {
      const release = await files.hold?.()
      try {
        const journal = openJournal(files.journal, { skill, id: fileId(place.name) })
        settle(journal)
        if (place.scope === 'session') takeNotes(place.name, skill, journal, options.until)
        return work({
          get state() {
            return journal.position.state
          },
          get version() {
            return journal.position.index
          },
          patch: (told, by, patch) => commit(skill, journal, { told, by, patch }),
          why: (pointer) => why(files.journal, pointer),
        })
      } finally {
        await release?.()
      }
    } catch (error) {
      const isTaken = error instanceof SkillStateError && error.code === 'journal-conflict'
      if (!isTaken || Date.now() > options.until) throw error
    } finally {
      await files.close()
    }
    await pause(PAUSE_MS)
  }
}

/** Between two steps the journal waits for what it is told next. */
const AT_REST = { text: '', done: false, waiting: { for: 'reply' } } as const

interface Commit {
  readonly told: string
  readonly by: string
  readonly patch: JsonObject
  /** Bytes of the notes that are part of the state after it. */
  readonly notes?: number
}

function commit(skill: CompiledSkill, journal: OpenJournal, { told, by, patch, notes }: Commit): PatchResult {
  const result = applyPatch(skill, journal.position.state, patch)
  if (!result.ok || result.value.state.text === journal.position.state.text) return result
  const { index, observation } = journal.position
  const next = { text: told, done: false }
  if (observation === undefined) journal.started(next)
  else journal.resumed(index, next)
  const spent = { notes: notes ?? notesIn(journal) }
  journal.decided({ index, patch: result.value.patch, action: by, commit: 'before-action', spent })
  journal.answered({ index, observation: AT_REST, state: result.value.state })
  return result
}

function notesIn({ position }: OpenJournal): number {
  return position.spent?.notes ?? 0
}

/** Ends a step that a process has left in the middle. Its patch was decided, and nothing else is done in a step. */
function settle(journal: OpenJournal): void {
  const { index, observation, pending } = journal.position
  if (observation === undefined || observation.waiting) return
  if (pending === undefined) journal.decided({ index, action: 'cut off', commit: 'before-action' })
  const { state } = journal.position
  const after = pending?.patch ? mergeState(state, pending.patch).after : state
  journal.answered({ index, observation: AT_REST, state: after })
}

/** Commits what hooks have noted since the last time, each note once: how far that is goes into the same record. */
function takeNotes(session: string, skill: CompiledSkill, journal: OpenJournal, until: number): void {
  let taken = notesIn(journal)
  for (const { note, end } of notesFrom(session, taken)) {
    if (Date.now() > until) break
    if (note) {
      const patch = note.isPlan ? wholePlan(journal.position.state, note.patch) : note.patch
      commit(skill, journal, { told: note.told, by: 'noted by a hook', patch, notes: end })
    }
    taken = end
  }
  if (taken !== notesIn(journal)) journal.spent({ notes: taken })
}

/** A patch of a plan that also ends the tasks that it does not name. */
function wholePlan(state: State, patch: JsonObject): JsonObject {
  const { tasks } = state.toJSON()
  const gone = isJsonObject(tasks) ? Object.keys(tasks).map((key) => [key, null]) : []
  return { ...patch, tasks: { ...Object.fromEntries(gone), ...(patch.tasks as JsonObject) } }
}
