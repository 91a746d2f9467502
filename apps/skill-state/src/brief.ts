import { printableLine } from '@skill-state/protocol'

/** A text as one line of the terminal, with at most so many characters. */
export function brief(text: string, most: number = Infinity): string {
  const line = printableLine(text).trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`
}

/** Tells a person of a problem, in one line on standard error. */
export function warn(text: string, most?: number): void {
  process.stderr.write(`skill-state: ${brief(text, most)}\n`)
}
