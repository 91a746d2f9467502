import { main } from './program.ts'
import { UsageError } from './usage-error.ts'

/** What is wrong with these is for the person at the command line to put right. */
const USAGE = ['invalid-option', 'invalid-skill', 'invalid-journal', 'missing-key']

/** Runs a command as it was typed: gives its exit code, and says on standard error what went wrong. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    const { SkillStateError } = await import('@skill-state/protocol')
    const { printable } = await import('./printable.ts')
    const known = error instanceof UsageError || error instanceof SkillStateError
    process.stderr.write(`skill-state: ${known ? printable(error.message) : (error as Error).stack}\n`)
    const usage =
      error instanceof UsageError || (error instanceof SkillStateError && USAGE.includes(error.code))
    return usage ? 2 : 1
  }
}
