import type { Curve } from '../../manifest/manifest.ts'
import type { EpisodeEntry } from './read-episode.ts'

interface Sums {
  readonly identity: Omit<Curve, 'promptChars'>
  readonly totals: number[]
  readonly counts: number[]
}

/** Mean prompt size by step, of each runtime on each benchmark of each run. */
export function curvesOf(entries: Iterable<EpisodeEntry>): readonly Curve[] {
  const groups = new Map<string, Sums>()
  for (const { row, stepPromptChars } of entries) {
    if (stepPromptChars.length === 0) continue
    const { run, benchmark, runtime, model } = row
    const key = JSON.stringify([run, benchmark, runtime, model])
    const sums = groups.get(key) ?? { identity: { run, benchmark, runtime, model }, totals: [], counts: [] }
    groups.set(key, sums)
    stepPromptChars.forEach((size, step) => {
      sums.totals[step] = (sums.totals[step] ?? 0) + (size ?? 0)
      sums.counts[step] = (sums.counts[step] ?? 0) + (size === undefined ? 0 : 1)
    })
  }
  return [...groups.values()].map(({ identity, totals, counts }) => ({
    ...identity,
    promptChars: totals.map((total, step) => (counts[step] ? Math.round(total / counts[step]) : null)),
  }))
}
