import type { Clock, SuiteEvent } from '@skill-state/eval'
import { printableJson } from '@skill-state/protocol'
import type { Progress, ProgressRun } from './progress.ts'
import { progressTally, type Tally } from './tally.ts'

/** Least time between two `totals` events while calls come in. */
const TOTALS_MS = 1_000

/** One event a line, for programs: see docs/suites.md. Each `totals` event has the figures of `load` too. */
export function jsonProgress(
  runs: readonly ProgressRun[],
  write: (text: string) => void,
  { clock, load }: { readonly clock: Clock; readonly load: () => object | undefined },
): Progress {
  const tally = progressTally(runs, clock)
  let toldAt = clock()
  const tell = (event: object): void => write(`${printableJson(event, 0)}\n`)
  const totals = (): void => {
    toldAt = clock()
    tell({ event: 'totals', ...totalsOf(tally), ...load() })
  }
  tell({
    event: 'started',
    episodes: tally.total.episodes,
    runs: runs.map(({ folder, experiment, model, episodes: { length: episodes } }) => {
      return { folder, experiment, model, episodes }
    }),
  })
  return {
    onEvent(run, event) {
      tally.onEvent(run, event)
      if (event.kind !== 'call-ended') tell({ ...episodeEvent(event), run })
      const since = clock() - toldAt
      if (since >= TOTALS_MS || since < 0) totals()
    },
    onLine(message) {
      tell({ event: 'message', message })
    },
    close: totals,
    finish: (end) => tell({ event: 'finished', ...end }),
  }
}

function totalsOf(tally: Tally): object {
  const remainingMs = tally.remainingMs()
  return {
    ...tally.total,
    elapsedMs: Math.round(tally.elapsedMs()),
    remainingMs: remainingMs === undefined ? undefined : Math.round(remainingMs),
  }
}

function episodeEvent(event: Exclude<SuiteEvent, { kind: 'call-ended' }>): object {
  const { id, benchmark, task, runtime, model } = event.episode
  const names = { id, benchmark: benchmark.id, task: task.id, runtime: runtime.id, model: model.id }
  if (event.kind === 'episode-started') return { event: event.kind, ...names }
  const { end, how } = event
  const { status, outcome } = end
  const limit = status === 'truncated' ? end.limit : undefined
  const error = status === 'failed' ? end.error : undefined
  return { event: event.kind, ...names, how, status, limit, error, score: outcome?.reward }
}
