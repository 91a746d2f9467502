#!/usr/bin/env node
import { SkillStateError } from '@skill-state/protocol'
import { printable } from './printable.ts'
import { main } from './program.ts'
import { UsageError } from './usage-error.ts'

/** What is wrong with these is for the person at the command line to put right. */
const USAGE = ['invalid-option', 'invalid-skill', 'invalid-journal', 'missing-key']

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const known = error instanceof UsageError || error instanceof SkillStateError
  process.stderr.write(`skill-state: ${known ? printable(error.message) : (error as Error).stack}\n`)
  const usage =
    error instanceof UsageError || (error instanceof SkillStateError && USAGE.includes(error.code))
  process.exitCode = usage ? 2 : 1
}
