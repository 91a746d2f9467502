import { type OutageWatch, watchForOutage } from '@skill-state/eval'

/** How long a run is left alone after an outage, the first time; each time twice as long until a call is answered. */
const FIRST_MS = 60_000
const LONGEST_MS = 600_000

/** How long a run of a paused suite is left alone before it is tried again. */
const REST_MS = 2_000

/** What a worker knows of the providers of the runs that it plays, by the ids of the runs. */
export interface SetAside {
  /** The watch over whether the provider of a run's model answers. */
  watchOf(run: number): OutageWatch
  /** Leaves a run alone that a watch has found an outage of. Gives for how long, once for each outage. */
  add(run: number, watch: OutageWatch): number | undefined
  /** Leaves a run of a suite that is paused alone for a moment. */
  rest(run: number): void
  /** The runs that are left alone now. */
  runs(): readonly number[]
}

interface Standing {
  readonly watch: OutageWatch
  readonly until: number
  readonly waitMs: number
}

/**
 * Nothing is left alone at first. A run that is tried again is left alone again at the first failure. `now` is in
 * milliseconds.
 */
export function runsSetAside(now: () => number): SetAside {
  const standings = new Map<number, Standing>()
  const resting = new Map<number, number>()
  return {
    rest(run) {
      resting.set(run, now() + REST_MS)
    },
    watchOf(run) {
      const known = standings.get(run)
      if (known !== undefined) return known.watch
      const watch = watchForOutage()
      standings.set(run, { watch, until: 0, waitMs: FIRST_MS })
      return watch
    },
    add(run, watch) {
      const known = standings.get(run)
      if (known?.watch !== watch) return undefined
      const { waitMs } = known
      standings.set(run, {
        watch: forgetWhenAnswered(watchForOutage(1), () => standings.delete(run)),
        until: now() + waitMs,
        waitMs: Math.min(LONGEST_MS, 2 * waitMs),
      })
      return waitMs
    },
    runs() {
      const out = [...standings].map(([run, { until }]) => [run, until] as const)
      const alone = [...out, ...resting].filter(([, until]) => until > now()).map(([run]) => run)
      return [...new Set(alone)]
    },
  }
}

function forgetWhenAnswered(watch: OutageWatch, forget: () => void): OutageWatch {
  return {
    answered() {
      watch.answered()
      forget()
    },
    answeredBefore: () => watch.answeredBefore(),
    failed: (error) => watch.failed(error),
    get outage() {
      return watch.outage
    },
  }
}
