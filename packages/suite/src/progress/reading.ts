import { basename } from 'node:path'
import type { Clock } from '@skill-state/eval'
import { printable } from '@skill-state/protocol'
import { isWatched } from './open.ts'
import { LINE_EVERY_MS } from './plain.ts'
import { durationText } from './table.ts'
import { REDRAW_MS, type Screen } from './terminal.ts'

type OnRead = (read: number, planned: number) => void

/** A command that takes less time shows nothing on a terminal. */
const QUIET_MS = 2_000

export interface Reading {
  /** Hears how far the command is with a run; `name` tells it from others. */
  readonly of: (name?: string) => OnRead
  readonly close: () => void
}

/** How far a command is that reads runs: one line of a terminal, drawn over itself; elsewhere a line in 30 seconds. */
export function readingProgress(screen: Screen, clock: Clock, watched: boolean): Reading {
  let dueAt = clock() + (watched ? QUIET_MS : LINE_EVERY_MS)
  let isDrawn = false
  const write = (line: string): void => {
    isDrawn = watched
    const shown = printable(line)
    screen.write(watched ? `\r${shown.slice(0, (screen.columns || 80) - 1)}\u001b[K` : `${shown}\n`)
  }
  return {
    of: (name) => {
      let began: number | undefined // the first episode is heard after its files were listed
      const label = name === undefined ? '' : `${name}: `
      return (read, planned) => {
        const now = clock()
        began ??= now
        if (now < dueAt || read === 1) return
        dueAt = now + (watched ? REDRAW_MS : LINE_EVERY_MS)
        const left = durationText(((now - began) / (read - 1)) * Math.max(0, planned - read))
        write(`${label}${read} of ${planned} episodes read, about ${left} left`)
      }
    },
    close: () => {
      if (isDrawn) screen.write('\r\u001b[K')
    },
  }
}

/** Shows on standard error how far a command is that reads these runs, one after the other. */
export async function withReading<Run extends { readonly path: string }, Result>(
  runs: readonly Run[],
  read: (run: Run, onRead: OnRead) => Result | Promise<Result>,
): Promise<readonly Result[]> {
  const reading = readingProgress(process.stderr, () => performance.now(), isWatched())
  const results: Result[] = []
  try {
    for (const run of runs) {
      results.push(await read(run, reading.of(runs.length > 1 ? basename(run.path) : undefined)))
    }
    return results
  } finally {
    reading.close()
  }
}
