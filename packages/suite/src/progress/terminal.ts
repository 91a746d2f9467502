import type { Clock } from '@skill-state/eval'
import { printable } from '@skill-state/protocol'
import type { Load, Progress, ProgressRun } from './progress.ts'
import { tableLines } from './table.ts'
import { progressTally } from './tally.ts'

export interface Screen {
  write(text: string): unknown
  readonly columns?: number
  readonly rows?: number
}

export interface TerminalOptions {
  readonly clock: Clock
  readonly load: () => Load | undefined
  /** Calls again and again, until the returned function is called. */
  readonly every: (milliseconds: number, call: () => void) => () => void
}

/** Times between two pictures, so that the screen costs a fast run nothing. */
export const REDRAW_MS = 100
const REFRESH_MS = 1_000

/** A table that is drawn over itself. */
export function terminalProgress(
  runs: readonly ProgressRun[],
  screen: Screen,
  { clock, load, every }: TerminalOptions,
): Progress {
  const tally = progressTally(runs, clock)
  let drawn = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  const clear = (): void => {
    if (drawn > 0) screen.write(`\u001b[${drawn}A\r\u001b[J`)
    drawn = 0
  }
  const draw = (): void => {
    // A terminal that does not know its size says 0.
    const [width, height] = [(screen.columns || 80) - 1, (screen.rows || 24) - 1]
    const lines = tableLines(tally, load(), width).slice(-height)
    clear()
    screen.write(lines.map((line) => `${printable(line.slice(0, width).replaceAll(/\s/g, ' '))}\n`).join(''))
    drawn = lines.length
    drawnAt = clock()
  }
  const stop = every(REFRESH_MS, draw)
  draw()
  return {
    onEvent(run, event) {
      tally.onEvent(run, event)
      const since = clock() - drawnAt
      if (since >= REDRAW_MS || since < 0) draw()
    },
    onLine(line) {
      clear()
      screen.write(`${printable(line)}\n`)
      draw()
    },
    close() {
      stop()
      draw()
    },
    finish() {}, // the summary says it
  }
}
