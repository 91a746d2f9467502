import type { Move, Run } from '../episode/move.ts'
import { resolvePath } from './resolve-path.ts'
import { splitWords } from './shlex.ts'
import { strip } from './strip.ts'
import { MALFORMED, NO_PYTHON } from './texts.ts'

/**
 * Reads an action as the official harness does, with what that leads to: line breaks become spaces; a leading
 * `Action:` is dropped; `submit` and `cd` are what starts with them, whatever follows. Three actions end the whole
 * official run with an exception, `submit` without a second word and `cd` without a space; here they are answered
 * with `Malformed command`, as other exceptions are there.
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

/** The flag ends at the next space, and is empty where two spaces follow `submit`. */
function readSubmit(action: string): Move {
  const flag = action.split(' ')[1]
  return flag === undefined ? { kind: 'refuse', text: MALFORMED } : { kind: 'submit', flag }
}

/** All that follows the first `cd ` is one path, `a && ls` too, and becomes the folder where `cd` accepts it. */
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
