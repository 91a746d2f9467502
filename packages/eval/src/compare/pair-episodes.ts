import { invalidRun } from '@skill-state/protocol'
import type { EpisodeFigures } from '../figures/figures.ts'

/** The same task in two runs; both ended with a score. */
export interface Pair {
  readonly a: EpisodeFigures
  readonly b: EpisodeFigures
}

/** A task that is in no mean, because one run has no result of it. */
export interface Unpaired {
  readonly task: string
  readonly run: 'A' | 'B'
  readonly reason: 'missing' | 'failed'
}

/** Pairs the episodes of one cell by task. Throws `invalid-run` if a run has two of one task. */
export function pairEpisodes(
  a: readonly EpisodeFigures[],
  b: readonly EpisodeFigures[],
): { readonly pairs: readonly Pair[]; readonly unpaired: readonly Unpaired[] } {
  const [ofA, ofB] = [byTask(a), byTask(b)]
  const tasks = [...new Set([...ofA.keys(), ...ofB.keys()])].sort(byName)
  const pairs: Pair[] = []
  const unpaired: Unpaired[] = []
  for (const task of tasks) {
    const [first, second] = [ofA.get(task), ofB.get(task)]
    if (isSound(first) && isSound(second)) pairs.push({ a: first, b: second })
    if (!isSound(first)) unpaired.push({ task, run: 'A', reason: first ? 'failed' : 'missing' })
    if (!isSound(second)) unpaired.push({ task, run: 'B', reason: second ? 'failed' : 'missing' })
  }
  return { pairs, unpaired }
}

/** Numbers count as numbers. */
const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

function isSound(episode: EpisodeFigures | undefined): episode is EpisodeFigures {
  return episode !== undefined && episode.score !== undefined
}

function byTask(episodes: readonly EpisodeFigures[]): ReadonlyMap<string, EpisodeFigures> {
  const tasks = new Map<string, EpisodeFigures>()
  for (const episode of episodes) {
    const { benchmark, task, runtime, model } = episode
    const other = tasks.get(task)
    if (other !== undefined) {
      throw invalidRun(
        `${benchmark} ${task} ${runtime} is in one run twice, with the models ${other.model} and ${model}; compare runs of one model`,
      )
    }
    tasks.set(task, episode)
  }
  return tasks
}
