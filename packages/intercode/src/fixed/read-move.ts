import type { Move } from '../episode/mode.ts'

/** Most bytes of a command, below what Linux gives one argument (128 KiB). */
const maxBytes = 120_000

/** One word of bash, of plain, quoted and substituted parts, with no operator in it and no option. */
const word = '(?!-)(?:"[^"]*"|\'[^\']*\'|`[^`]*`|\\$\\([^()]*\\)|\\\\.|[^\\s;&|<>()\'"`\\\\])+'
const changeFolder = new RegExp(`^cd(?:[ \\t]+${word})?$`)

/** Reads an action: `submit <flag>`, `skip`, `cd` and `cd <path>` as whole actions, anything else as a command for bash. */
export function readFixedMove(text: string, folder: string): Move {
  const action = text.trim()
  if (action === 'skip') return { kind: 'skip' }
  const submitted = /^submit(?:\s+([\s\S]*))?$/.exec(action)
  if (submitted !== null) return readSubmit(submitted[1])
  const fault = faultOf(action)
  if (fault !== undefined) return { kind: 'refuse', text: `Error: ${fault}` }
  if (!changeFolder.test(action)) return { kind: 'run', command: action }
  return changeFrom(folder, action)
}

function readSubmit(flag: string | undefined): Move {
  if (flag !== undefined && flag !== '') return { kind: 'submit', flag }
  return { kind: 'refuse', text: 'Error: no flag was named. Write: submit picoCTF{...}' }
}

function faultOf(action: string): string | undefined {
  if (action === '') return 'the action is empty. Write a command, submit <flag>, or skip.'
  if (action.includes('\0')) return 'an action cannot hold the character NUL.'
  const bytes = Buffer.byteLength(action)
  return bytes > maxBytes ? `the action has ${bytes} bytes, and at most ${maxBytes} fit.` : undefined
}

/**
 * Begins at `/`, because the current folder may be gone. Where it led is told after a NUL, which no path and no output
 * before it holds.
 */
function changeFrom(folder: string, action: string): Move {
  const current = `'${folder.replaceAll("'", "'\\''")}'`
  return {
    kind: 'run',
    command: `cd ${current} 2>/dev/null; ${action} && printf '\\0%s' "$(pwd -P)"`,
    from: '/',
    enters: (output) => (output.includes('\0') ? output.slice(output.lastIndexOf('\0') + 1) : folder),
  }
}
