import { main } from './program.ts'

/** Runs a command as it was typed: gives its exit code, and says on standard error in one line what went wrong. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    const { SkillStateError } = await import('@skill-state/protocol')
    const { say } = await import('./print.ts')
    const { withoutPasswords } = await import('./without-passwords.ts')
    const expected = error instanceof SkillStateError
    const told = expected || isOfSystem(error) ? error.message : String((error as Error).stack)
    say(`bench: ${withoutPasswords(told)}\n`)
    return expected ? 2 : 1
  }
}

/** Whether the operating system said no, as to writing into a folder of somebody else: EACCES, ENOSPC. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}
