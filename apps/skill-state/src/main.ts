#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before any other module is loaded: the next start reads them compiled.
enableCompileCache()

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { commandLine } = await import('./command-line.ts')
process.exitCode = await commandLine(process.argv.slice(2))
