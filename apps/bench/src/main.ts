#!/usr/bin/env node
import { SkillStateError } from '@skill-state/protocol'
import { main } from './program.ts'
import { UsageError } from './usage-error.ts'

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const expected = error instanceof UsageError || error instanceof SkillStateError
  process.stderr.write(`bench: ${expected ? error.message : (error as Error).stack}\n`)
  process.exitCode = expected ? 2 : 1
}
