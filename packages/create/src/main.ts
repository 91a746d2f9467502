#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPackage, readVersions } from './create-package.ts'
import { asked, kinds, start, tell, UsageError } from './files.ts'

const usage = `Usage: npm create @skill-state [kind] <folder> [-- --no-install]

Writes a project into a folder that is new or empty, installs what it needs, and runs it once. The folder names
the project.

Kinds, the first by default:
${kinds.map(({ id, description }) => `  ${id.padEnd(13)}${description}\n`).join('')}`

function run(args: readonly string[]): number {
  const { values, positionals } = parse(args)
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const { kind, directory } = asked(positionals, 'npm create @skill-state')
  const name = createPackage(kind, directory, readVersions())
  process.stdout.write(`Created ${name}: ${kind.description}.\n`)
  const [manager = 'npm'] = /^(pnpm|yarn|bun)(?=\/)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  const folder = resolve(directory)
  return values['no-install']
    ? tell([['install'], ...kind.first], folder, manager)
    : start(kind, folder, manager)
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}; see --help`)
  }
}

const options = {
  help: { type: 'boolean', short: 'h' },
  'no-install': { type: 'boolean' },
} as const

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  // What the operating system rejects, such as to make a folder, is told in its words.
  const expected = error instanceof UsageError || (error instanceof Error && 'syscall' in error)
  process.stderr.write(`create-skill-state: ${expected ? error.message : (error as Error).stack}\n`)
  process.exitCode = expected ? 2 : 1
}
