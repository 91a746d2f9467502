import { printable } from '@skill-state/protocol'

/** Writes to standard output what a command found; names in it cannot drive a terminal. */
export function print(text: string): void {
  process.stdout.write(printable(text))
}

/** The same, each on a line of its own. */
export function printLines(lines: readonly string[]): void {
  print(lines.map((line) => `${line}\n`).join(''))
}

/** Writes to standard error. */
export function say(text: string): void {
  process.stderr.write(printable(text))
}
