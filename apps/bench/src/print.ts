import { printable } from '@skill-state/protocol'

/** Writes to standard output what a command found; names in it cannot drive a terminal. */
export function print(text: string): void {
  process.stdout.write(printable(text))
}

/** Lines as a text: each ends with a line feed. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

export function say(text: string): void {
  process.stderr.write(printable(text))
}
