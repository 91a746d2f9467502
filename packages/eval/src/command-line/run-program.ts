import { invalidOption } from '@skill-state/protocol'

/** The part of a program of commander that is used here. */
export interface Program {
  name(): string
  parseAsync(args: readonly string[], from: { readonly from: 'user' }): Promise<unknown>
}

/**
 * Runs the command that the arguments name. Returns the exit code of a help text or a version, and undefined after a
 * command. Throws `invalid-option` for arguments that do not parse.
 */
export async function runProgram(program: Program, args: readonly string[]): Promise<number | undefined> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return undefined
  } catch (error) {
    if (!isOfCommander(error)) throw error
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') return 2
    const reason = error.message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll(/\s+/g, ' ')
    throw invalidOption(`${reason}; see ${program.name()} --help`)
  }
}

function isOfCommander(
  error: unknown,
): error is Error & { readonly code: string; readonly exitCode: number } {
  return (
    error instanceof Error &&
    'exitCode' in error &&
    'code' in error &&
    String(error.code).startsWith('commander.')
  )
}

/** Whether the operating system failed a call, such as one that writes to a full disk: EACCES, ENOSPC. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}
