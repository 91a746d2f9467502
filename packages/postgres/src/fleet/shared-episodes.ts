import { join, relative } from 'node:path'
import { type Episode, episodeName, readTrace, type Trace } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { type Job, sharedIds } from '@skill-state/suite'
import type { Change } from '../copy/mirror.ts'
import type { PersistOptions } from '../database/persist.ts'
import { fileOf } from '../traces/postgres-traces.ts'
import type { Run } from '../traces/runs.ts'

/** A run in the database, and what was planned of it. */
export interface QueuedJob {
  readonly job: Job
  readonly run: Run
}

/** How far an episode is. */
export interface Place extends QueuedJob {
  /** Of its trace. */
  readonly file: string
}

/**
 * Episodes that are in several runs, by their ids, as on one machine: the first is played, and the others are copied from
 * it. If it fails, the next is played.
 */
export interface SharedEpisodes {
  /** Whether the episode is in another run too. */
  has(episode: Episode): boolean
  /** Hears what a look brought of a run. */
  note(run: Run, change: Change): void
  /** Plays and copies what is due now, of what has changed since. */
  settle(options: PersistOptions): Promise<void>
  /** Counts everything as changed: what is due and not in the queue is put there by the next `settle`. */
  unsettle(): void
}

export interface SharingOptions {
  readonly play: (places: readonly Place[], options: PersistOptions) => Promise<void>
  readonly copy: (place: Place, trace: Trace, options: PersistOptions) => Promise<void>
}

interface Standing extends Place {
  /** `new`: no worker has taken it yet. */
  state: 'new' | 'begun' | 'failed' | 'whole'
}

interface Group {
  readonly places: readonly Standing[]
  /** Whether something has changed since it was settled. */
  isSettled: boolean
}

/** Finds the episodes that several of the jobs have. */
export function sharedEpisodes(jobs: readonly QueuedJob[], { play, copy }: SharingOptions): SharedEpisodes {
  const groups = groupById(jobs)
  const byPlace = new Map<string, { readonly group: Group; readonly place: Standing }>()
  for (const group of groups.values()) {
    for (const place of group.places) byPlace.set(keyOf(place.run, place.file), { group, place })
  }
  return {
    has: ({ id }) => id !== undefined && groups.has(id),
    note(run, { file, end }) {
      const found = byPlace.get(keyOf(run, file))
      const state = end === undefined ? 'begun' : end.outcome === undefined ? 'failed' : 'whole'
      if (found === undefined || found.place.state === state) return
      found.place.state = state
      found.group.isSettled = false
    },
    unsettle() {
      for (const group of groups.values()) group.isSettled = false
    },
    async settle(options) {
      const due = [...groups.values()].filter(({ isSettled }) => !isSettled)
      await play(due.flatMap(placesToPlay), options)
      for (const group of due) {
        for (const [from, to] of copiesOf(group)) await copy(to, copyOf(from, to), options)
        group.isSettled = true
      }
    },
  }
}

/** Those that were begun, and if none is under way or whole, the first that was not. */
function placesToPlay({ places }: Group): readonly Place[] {
  const begun = places.filter(({ state }) => state === 'begun')
  if (begun.length > 0 || places.some(({ state }) => state === 'whole')) return begun
  return places.filter(({ state }) => state === 'new').slice(0, 1)
}

function copiesOf({ places }: Group): readonly (readonly [from: Place, to: Place])[] {
  const whole = places.find(({ state }) => state === 'whole')
  if (whole === undefined) return []
  return places.filter(({ state }) => state === 'new').map((place) => [whole, place] as const)
}

function groupById(jobs: readonly QueuedJob[]): ReadonlyMap<string, Group> {
  const shared = sharedIds(jobs.map(({ job }) => job))
  const groups = new Map<string, { isSettled: boolean; places: Standing[] }>()
  for (const { job, run } of jobs) {
    for (const episode of job.plan.episodes) {
      const { id } = episode
      if (id === undefined || !shared.has(id)) continue
      const group = groups.get(id) ?? { isSettled: false, places: [] }
      group.places.push({ job, run, file: fileOf(episodeName(episode)), state: 'new' })
      groups.set(id, group)
    }
  }
  return groups
}

const keyOf = (run: Run, file: string): string => `${run.id} ${file}`

/** The trace that the folder of one place holds, as another place has it. */
function copyOf(from: Place, to: Place): Trace {
  const original = join(from.job.out, from.file)
  const trace = readTrace(original)
  if (trace === undefined) throw new SkillStateError('invalid-trace', `${original} is empty; run again`)
  const copiedFrom = trace.episode.copiedFrom ?? relative(to.job.out, original)
  return { ...trace, episode: { ...trace.episode, copiedFrom } }
}
