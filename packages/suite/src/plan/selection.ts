import { digest, type Episode } from '@skill-state/eval'
import { invalidOption, known } from '@skill-state/protocol'
import { glob } from '../glob.ts'
import type { Request } from '../request.ts'

/** The part of a plan that is run, and its order. */
export type Selection = {
  /** Patterns, one of which the benchmark's name fits, with its version or without. */
  readonly only?: readonly string[]
  /** Patterns, one of which the task's name fits. */
  readonly tasks?: readonly string[]
  /** The first so many, in the order in which they are run. */
  readonly limit?: number
  /** Seed of an order in which nothing comes first by what it is. */
  readonly shuffle?: number
}

export function selectionOf({ only, task, limit, shuffle }: Request): Selection {
  return known({ only, tasks: task, limit, shuffle })
}

type Named = Pick<Episode, 'benchmark' | 'task'> & { readonly runtime: { readonly id: string } }

/** The episodes of a selection, in its order. Throws `invalid-option` if there is none. */
export function select<E extends Named>(episodes: readonly E[], selection: Selection): readonly E[] {
  const { only, tasks, limit, shuffle } = selection
  const ofBenchmarks = fitting(episodes, only, ({ benchmark: { id } }) => [id, id.split('@')[0] ?? id])
  if (ofBenchmarks.length === 0) {
    throw invalidOption(
      `--only: no benchmark fits; there are ${names(episodes, (each) => each.benchmark.id)}`,
    )
  }
  const ofTasks = fitting(ofBenchmarks, tasks, ({ task }) => [task.id])
  if (ofTasks.length === 0) {
    throw invalidOption(`--task: no task fits; there are ${names(ofBenchmarks, (each) => each.task.id)}`)
  }
  return (shuffle === undefined ? ofTasks : shuffled(ofTasks, shuffle)).slice(0, limit)
}

/** What of a selection says which episodes a run has: an order alone changes none. */
export function conditionsOfSelection({ shuffle, ...selection }: Selection): Selection | undefined {
  const all = known({ ...selection, shuffle: selection.limit === undefined ? undefined : shuffle })
  return Object.keys(all).length === 0 ? undefined : all
}

/** The episodes of which one name fits a pattern; all if there are no patterns. */
function fitting<E extends Named>(
  episodes: readonly E[],
  patterns: readonly string[] | undefined,
  namesOf: (episode: E) => readonly string[],
): readonly E[] {
  const matchers = patterns?.map(glob)
  if (matchers === undefined) return episodes
  return episodes.filter((each) => namesOf(each).some((name) => matchers.some((matches) => matches(name))))
}

/** By a hash of the seed and the episode, so that an episode's place among others does not hang on how many there are. */
function shuffled<E extends Named>(episodes: readonly E[], seed: number): readonly E[] {
  return episodes
    .map((episode) => {
      const { benchmark, task, runtime } = episode
      return { episode, place: digest(`${seed} ${benchmark.id} ${task.id} ${runtime.id}`) }
    })
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ episode }) => episode)
}

const SHOWN = 8

function names(episodes: readonly Named[], nameOf: (episode: Named) => string): string {
  const all = [...new Set(episodes.map(nameOf))]
  return all.slice(0, SHOWN).join(', ') + (all.length > SHOWN ? `, … (${all.length} in all)` : '')
}
