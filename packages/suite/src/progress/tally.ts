import type { Clock, SuiteEvent } from '@skill-state/eval'
import { costOf } from '@skill-state/protocol'
import type { ProgressRun } from './progress.ts'

/** How far some episodes are. Calls, tokens and cost are those of this command alone. */
interface Counts {
  episodes: number
  /** Ended, however. */
  done: number
  running: number
  truncated: number
  failed: number
  /** Of those done: on record before, or copied from another run. */
  known: number
  calls: number
  tokens: number
  /** US dollars; undefined if no prices are known. */
  cost: number | undefined
}

interface TallyRow extends Counts {
  readonly name: string
}

export interface Tally {
  onEvent(run: number, event: SuiteEvent): void
  readonly total: Readonly<Counts>
  /** One for each benchmark, runtime and, if there are several, model; in the order of the plan. */
  readonly rows: readonly Readonly<TallyRow>[]
  elapsedMs(): number
  /** Milliseconds that the rest will take, if it goes as what was played so far; undefined before that. */
  remainingMs(): number | undefined
}

/** Counts what happens, by rows and in all. */
export function progressTally(runs: readonly ProgressRun[], clock: Clock): Tally {
  const began = clock()
  const total = emptyCounts()
  const rows = new Map<string, TallyRow>()
  const severalModels = new Set(runs.map(({ model }) => model)).size > 1
  const countsOf = (run: ProgressRun, { benchmark, runtime }: ProgressRun['episodes'][number]): Counts[] => {
    const name = [benchmark.id, runtime.id, ...(severalModels ? [run.model] : [])].join(' · ')
    const row = rows.get(name) ?? { name, ...emptyCounts() }
    rows.set(name, row)
    return [total, row]
  }
  let left = 0
  let played = 0
  for (const run of runs) {
    for (const episode of run.episodes) {
      for (const counts of countsOf(run, episode)) {
        counts.episodes += 1
        if (run.prices !== undefined) counts.cost ??= 0
      }
      left += episode.task.horizon ?? 1
    }
  }
  return {
    onEvent(index, event) {
      const run = runs[index]
      if (run === undefined) return
      for (const counts of countsOf(run, event.episode)) count(counts, event, run)
      if (event.kind !== 'episode-ended') return
      const { horizon = 1 } = event.episode.task
      left -= horizon
      if (event.how === 'played') played += horizon
    },
    total,
    get rows() {
      return [...rows.values()]
    },
    elapsedMs: () => Math.max(0, clock() - began),
    remainingMs: () => (played > 0 ? (Math.max(0, clock() - began) / played) * Math.max(0, left) : undefined),
  }
}

function emptyCounts(): Counts {
  const ended = { done: 0, running: 0, truncated: 0, failed: 0, known: 0 }
  return { episodes: 0, ...ended, calls: 0, tokens: 0, cost: undefined }
}

function count(counts: Counts, event: SuiteEvent, { prices }: ProgressRun): void {
  if (event.kind === 'episode-started') {
    counts.running += 1
  } else if (event.kind === 'call-ended') {
    const { usage, replayed } = event.call
    counts.calls += 1
    if (replayed !== undefined) return
    counts.tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    if (prices !== undefined) counts.cost = (counts.cost ?? 0) + (costOf(usage, prices) ?? 0)
  } else {
    counts.done += 1
    if (event.how === 'played') counts.running -= 1
    else counts.known += 1
    if (event.end.status === 'failed') counts.failed += 1
    if (event.end.status === 'truncated') counts.truncated += 1
  }
}
