import type { Curve } from '../../manifest/manifest.ts'
import type { EpisodeEntry } from './read-episode.ts'

/** Mean prompt size by step, of each runtime on each benchmark of each run. */
export interface Curves {
  add(entry: EpisodeEntry): void
  /** Takes out an entry that was added. */
  remove(entry: EpisodeEntry): void
  all(): readonly Curve[]
}

interface Sums {
  readonly identity: Omit<Curve, 'promptChars'>
  readonly totals: number[]
  readonly counts: number[]
}

export function keptCurves(): Curves {
  const groups = new Map<string, Sums>()
  const count = ({ row, stepPromptChars }: EpisodeEntry, sign: 1 | -1): void => {
    if (stepPromptChars.length === 0) return
    const { run, benchmark, runtime, model } = row
    const key = JSON.stringify([run, benchmark, runtime, model])
    const sums = groups.get(key) ?? { identity: { run, benchmark, runtime, model }, totals: [], counts: [] }
    groups.set(key, sums)
    stepPromptChars.forEach((size, step) => {
      sums.totals[step] = (sums.totals[step] ?? 0) + sign * (size ?? 0)
      sums.counts[step] = (sums.counts[step] ?? 0) + sign * (size === undefined ? 0 : 1)
    })
  }
  return {
    add: (entry) => count(entry, 1),
    remove: (entry) => count(entry, -1),
    all: () =>
      [...groups.values()]
        .filter(({ counts }) => counts.some((calls) => calls > 0))
        .map(({ identity, totals, counts }) => ({
          ...identity,
          promptChars: totals.map((total, step) => (counts[step] ? Math.round(total / counts[step]) : null)),
        })),
  }
}
