#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before any other module is loaded: the next start reads them compiled.
enableCompileCache()

// A host waits for it, often: nothing else is loaded.
if (process.argv[2] === 'hooks' && process.argv[3] === 'run') {
  const { runHook } = await import('./hooks/run.ts')
  await runHook(process.argv.slice(4))
}

let isLost = false

// The answer and the state are all that is written there: it is a failure if they are lost.
process.stdout.on('error', (error) => {
  if (!isLost) process.stderr.write(`skill-state: standard output cannot be written: ${error.message}\n`)
  isLost = true
  process.exitCode = 1
})
// There is no other place to report to: the run continues.
process.stderr.on('error', () => {})

const { commandLine, explain } = await import('./command-line.ts')
// Thrown by a module of `--model` that was not waited for.
process.on('uncaughtException', (error) => {
  process.stderr.write(`skill-state: ${explain(error)}\n`)
  process.exit(1)
})
const code = await commandLine(process.argv.slice(2))
process.exitCode = isLost ? 1 : code
