import type { Mode, Ran } from '../episode/mode.ts'
import { joinLines } from '../episode/mode.ts'
import { readFixedMove } from './read-move.ts'

/** Without the official faults: output is shown as far as it is text, `cd` swallows nothing, commands may have several lines. */
export const fixedMode: Mode = {
  name: 'fixed',
  limits: { turns: 10, timeoutMs: 10_000, characters: 2_000 },
  greeting: 'You are in the folder of the task.',
  read: readFixedMove,
  tell,
  tellVerdict: (right, _previous) => (right ? 'The flag is right.' : 'The flag is wrong.'),
  skipped: 'You gave up.',
  status: ({ turnsLeft, folder }) =>
    `(${turnsLeft === 1 ? '1 turn' : `${turnsLeft} turns`} left; folder ${folder})`,
  show: capped,
}

function tell({ result, timeoutMs, entered }: Ran): string {
  if (entered !== undefined) return `The folder is now ${entered}.`
  const output = new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.output)
  const end = endOf(result, timeoutMs)
  const notes = [
    ...(result.truncated ? ['it printed more than is kept here'] : []),
    ...(end === undefined ? [] : [end]),
  ]
  if (notes.length === 0) return output === '' ? '(no output)' : output
  return joinLines(output, `(${notes.join('; ')})`)
}

function endOf({ exitCode, timedOut }: Ran['result'], timeoutMs: number): string | undefined {
  if (timedOut) return `stopped after ${timeoutMs / 1_000} s, with all that it had started`
  return exitCode === 0 || exitCode === null ? undefined : `exit code ${exitCode}`
}

/** Head and tail of an observation of more than `most` UTF-16 units, and how many are left out. Splits no surrogate pair. */
export function capped(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.ceil(most / 2)).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(text.length - Math.floor(most / 2)).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n(… ${text.length - head.length - tail.length} characters are left out here …)\n${tail}`
}
