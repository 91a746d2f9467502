import { isSystemError } from '@skill-state/eval/command-line'
import { main } from './program.ts'

/** Runs a command as it was typed. Returns its exit code, and says on standard error in one line what went wrong. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    const { SkillStateError } = await import('@skill-state/protocol')
    const { say } = await import('./print.ts')
    const expected = error instanceof SkillStateError
    const told = expected || isSystemError(error) ? error.message : String((error as Error).stack)
    say(`bench: ${withoutPasswords(told)}\n`)
    return expected ? 2 : 1
  }
}

/** A text with each address of a Postgres in it as it may be shown: without its password. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/(postgres(?:ql)?:\/\/[^\s:@/?#]*):[^\s@]*@/gi, '$1@')
}
