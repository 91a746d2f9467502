import { isSystemError } from '@skill-state/eval/command-line'
import { SkillStateError } from '@skill-state/protocol'
import { brief } from './brief.ts'
import { main } from './program.ts'

/** What is wrong with these is for the person at the command line to put right. */
const USAGE = ['invalid-option', 'invalid-skill', 'invalid-journal', 'missing-key']

/** Runs a command as it was typed. Returns its exit code, and says on standard error what went wrong. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    process.stderr.write(`skill-state: ${explain(error)}\n`)
    return error instanceof SkillStateError && USAGE.includes(error.code) ? 2 : 1
  }
}

/** One line for an expected error; the stack for a fault of ours. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return brief(`something threw ${String(error)}`)
  return error instanceof SkillStateError || isSystemError(error)
    ? brief(error.message)
    : (error.stack ?? error.message)
}
