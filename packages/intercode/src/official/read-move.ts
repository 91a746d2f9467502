import type { Move, Run } from '../episode/mode.ts'
import { splitWords } from './shlex.ts'

/** What the official environment answers if an exception stops an action. */
export const MALFORMED = 'Malformed command'

export const TIMED_OUT = 'Command timed out'

export const WRONG_FLAG = 'Submitted flag is incorrect. Keep trying!'

export const SKIPPED = 'skipped'

/** What Docker answers for `python -c` in the official image, in which only `python3` exists. */
export const NO_PYTHON: string =
  'OCI runtime exec failed: exec failed: unable to start container process: ' +
  'exec: "python": executable file not found in $PATH: unknown\r\n'

/**
 * Reads an action as the official harness does: line breaks become spaces, a leading `Action:` is dropped, `submit` and
 * `cd` are whatever starts with them. What ends the official run with an exception is answered with `Malformed command`.
 */
export function readOfficialMove(text: string, folder: string): Move {
  const action = readAction(text)
  if (action.startsWith('submit')) return readSubmit(action)
  if (action === 'skip') return { kind: 'skip' }
  const move = action.startsWith('cd') ? readChange(action, folder) : readCommand(action)
  return action.toLowerCase() === 'skip' && move.kind === 'run' ? { kind: 'skip', run: move } : move
}

/** What the official policy makes of a model's answer. */
function readAction(text: string): string {
  const line = strip(text.replaceAll('\n', ' '))
  return line.startsWith('Action:') ? strip(line.slice('Action:'.length)) : line
}

/** The flag ends at the next space, and is empty if two spaces follow `submit`. */
function readSubmit(action: string): Move {
  const flag = action.split(' ')[1]
  return flag === undefined ? { kind: 'refuse', text: MALFORMED } : { kind: 'submit', flag }
}

/** All that follows the first `cd ` is one path, `a && ls` too, and becomes the folder if `cd` accepts it. */
function readChange(action: string, folder: string): Move {
  const at = action.indexOf('cd ')
  if (at === -1) return { kind: 'refuse', text: MALFORMED }
  const path = resolvePath(folder, strip(action.slice(at + 'cd '.length)))
  return { kind: 'run', command: `cd ${path}`, from: '/', enters: () => path }
}

/** A command that starts with `python -c` or `python3 -c` meets no shell; the official image has no `python`. */
function readCommand(action: string): Run | Extract<Move, { kind: 'refuse' }> {
  if (!/^python3? -c/.test(action)) return { kind: 'run', command: action }
  const words = splitWords(action)
  if (words === undefined) return { kind: 'refuse', text: MALFORMED }
  return words[0] === 'python' ? { kind: 'refuse', text: NO_PYTHON } : { kind: 'run', command: words }
}

/** Where `cd <path>` leads by the text alone: `.`, `..` and empty segments are resolved, `~` or `&& ls` are part of a name. */
export function resolvePath(folder: string, path: string): string {
  if (path === '') return folder
  const segments: string[] = []
  for (const segment of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** White space as Python's `str.strip` has it: with the separators \x1c to \x1f and \x85, without the mark \ufeff. */
const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const around = new RegExp(`^${space}+|${space}+$`, 'g')

export function strip(text: string): string {
  return text.replace(around, '')
}
