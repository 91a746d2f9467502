#!/usr/bin/env node
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createPackage } from './create-package.ts'
import { UsageError } from './usage-error.ts'
import { readVersions } from './versions.ts'

const usage = `Usage: npm init @skill-state/env <folder>

Writes a package with an environment, a skill, a player, tests and a suite file into a folder that is new
or empty. The folder names the package.
`

/** Does what the arguments say. Gives what is to be printed; throws `UsageError`. */
function run(args: readonly string[]): string {
  const { values, positionals } = parse(args)
  if (values.help) return usage
  const [directory, ...more] = positionals
  if (directory === undefined || more.length > 0) {
    throw new UsageError('name one folder for the new package, as in: npm init @skill-state/env my-env')
  }
  const name = createPackage(directory, readVersions())
  return `Created ${name}. Next:\n${nextSteps(directory)
    .map((step) => `  ${step}\n`)
    .join('')}`
}

function parse(args: readonly string[]): { values: { help?: boolean | undefined }; positionals: string[] } {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}; see --help`)
  }
}

/** In words of the package manager that runs this. */
function nextSteps(directory: string): readonly string[] {
  const [manager = 'npm'] = /^(pnpm|yarn|bun)(?=\/)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  const path = relative(process.cwd(), directory)
  return [
    ...(path === '' ? [] : [`cd ${/^[\w./\\-]+$/.test(path) ? path : JSON.stringify(path)}`]),
    `${manager} install`,
    `${manager} run test`,
    `${manager} run bench`,
  ]
}

try {
  process.stdout.write(run(process.argv.slice(2)))
} catch (error) {
  // What the operating system rejects, such as to make a folder, is told in its words.
  const expected = error instanceof UsageError || (error instanceof Error && 'syscall' in error)
  process.stderr.write(`create-env: ${expected ? error.message : (error as Error).stack}\n`)
  process.exitCode = expected ? 2 : 1
}
