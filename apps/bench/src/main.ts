#!/usr/bin/env node
import { SkillStateError } from '@skill-state/protocol'
import { say } from './print.ts'
import { main } from './program.ts'
import { UsageError } from './usage-error.ts'
import { withoutPasswords } from './without-passwords.ts'

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const expected = error instanceof UsageError || error instanceof SkillStateError
  const told = expected || isOfSystem(error) ? error.message : String((error as Error).stack)
  say(`bench: ${withoutPasswords(told)}\n`)
  process.exitCode = expected ? 2 : 1
}

/** Whether the operating system said no, as to writing into a folder of somebody else: EACCES, ENOSPC. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}
