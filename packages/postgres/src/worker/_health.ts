import type { Played } from './play-claim.ts'

/** Says how a worker is doing. */
export interface Health {
  began(): void
  ended(how: Played): void
  /** Hears that the database is away, or back. */
  readonly away: (isAway: boolean) => void
  close(): void
}

const EVERY_MS = 10_000

/** A line every ten seconds in which something happened, one when the database goes or comes, and one at the end. */
export function workerHealth(onLine: (line: string) => void): Health {
  const counts = { ended: 0, 'given-back': 0, lost: 0, running: 0 }
  let isAway = false
  let told = ''
  const line = (): string =>
    [
      `${counts.ended} episodes ended`,
      `${counts.running} under way`,
      ...(counts['given-back'] > 0 ? [`${counts['given-back']} given back`] : []),
      ...(counts.lost > 0 ? [`${counts.lost} lost to other workers`] : []),
      isAway ? 'database away' : 'database there',
    ].join(', ')
  const tell = (): void => {
    if (line() !== told) onLine(line())
    told = line()
  }
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return {
    began() {
      counts.running += 1
    },
    ended(how) {
      counts.running -= 1
      counts[how] += 1
    },
    away: (now) => {
      if (now === isAway) return
      isAway = now
      tell()
    },
    close() {
      clearInterval(timer)
      tell()
    },
  }
}
