import { randomUUID } from 'node:crypto'
import type { Curve, EpisodeKey, EpisodeRow, Manifest } from '../../manifest/manifest.ts'
import type { EpisodeEntry } from './read-episode.ts'

interface Known {
  readonly entry: EpisodeEntry
  /** Changes when the file does. */
  readonly version: string
  /** The look that read it. */
  readonly changed: number
}

/** By run, of sessions too. */
export type FilesByRun = ReadonlyMap<string, ReadonlySet<string>>

type Rows = Pick<Manifest, 'episodes' | 'curves' | 'unread' | 'revision' | 'since'>

/** The rows that were read, and when each changed. A look is one visit to some or all of the files. */
export function knownRows() {
  const byRun = new Map<string, Map<string, Known>>()
  const curves = keptCurves()
  let id = randomUUID()
  let now = 0
  let isNew = false
  return {
    /** Whether the row was read from this version of its file. */
    isRead: ({ run, file }: EpisodeKey, version: string): boolean =>
      byRun.get(run)?.get(file)?.version === version,
    set(entry: EpisodeEntry, version: string): void {
      const { run, file } = entry.row
      const rows = byRun.get(run) ?? new Map<string, Known>()
      byRun.set(run, rows)
      const before = rows.get(file)
      if (before !== undefined) curves.count(before.entry, -1)
      curves.count(entry, 1)
      // A look in which nothing changed has no number, so that it answers as the last did.
      if (isNew) now += 1
      isNew = false
      rows.set(file, { entry, version, changed: now })
    },
    /** Takes out the rows that are not among these. If any is, all who asked before get all rows again. */
    keep(files: FilesByRun): void {
      for (const [run, rows] of byRun) {
        for (const [file, { entry }] of rows) {
          if (files.get(run)?.has(file)) continue
          curves.count(entry, -1)
          rows.delete(file)
          id = randomUUID()
        }
      }
    },
    /** Begins a look: what is set from now on is new to all who asked before. */
    look(): void {
      isNew = true
    },
    /** The rows of a manifest: those that changed after a revision of these rows, or all, in the order of the files. */
    rows(files: FilesByRun, after: string | undefined): Rows {
      const since = after?.startsWith(`${id}.`) ? after : undefined
      const from = Number(since?.slice(id.length + 1) ?? 0)
      const episodes: EpisodeRow[] = []
      let unread = 0
      for (const [run, own] of files) {
        const rows = byRun.get(run)
        for (const file of own) {
          const known = rows?.get(file)
          if (known === undefined) unread += 1
          else if (known.changed > from) episodes.push(known.entry.row)
        }
      }
      return { episodes, unread, curves: curves.all(), revision: `${id}.${now}`, since }
    },
  }
}

interface Sums {
  readonly identity: Omit<Curve, 'promptChars'>
  readonly totals: number[]
  readonly counts: number[]
}

/** Mean prompt size by step, of each runtime on each benchmark of each run. */
function keptCurves() {
  const groups = new Map<string, Sums>()
  /** Adds an entry, or with -1 takes out one that was added. */
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
    count,
    all: (): readonly Curve[] =>
      [...groups.values()]
        .filter(({ counts }) => counts.some((calls) => calls > 0))
        .map(({ identity, totals, counts }) => ({
          ...identity,
          promptChars: totals.map((total, step) => (counts[step] ? Math.round(total / counts[step]) : null)),
        })),
  }
}
