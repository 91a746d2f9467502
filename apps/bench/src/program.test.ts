import { addCommand, runProgram } from '@skill-state/eval/command-line'
import { Command } from 'commander'
import { beforeEach, expect, test } from 'vitest'

let loaded: string[] = []
let written = ''

beforeEach(() => {
  loaded = []
  written = ''
})

function run(...args: readonly string[]): Promise<number | undefined> {
  const program = new Command('program')
    .version('1.2.3')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (written += text), outputError: () => {} })
  for (const name of ['first', 'second']) {
    const options = async (): Promise<object> => {
      loaded.push(name)
      const { field } = await import('@skill-state/eval/options')
      return { limit: field.option(field.whole(), '<n>', 'only the first n') }
    }
    addCommand(program, name, { description: '', options, async run() {} }, () => {})
  }
  return runProgram(program, args)
}

test.each([['--version'], ['--help'], ['help']])('%s loads the options of no command', async (...args) => {
  expect(await run(...args)).toBe(0)
  expect(loaded).toEqual([])
})

test.each([
  ['first', '--help'],
  ['help', 'first'],
])('%s %s shows the options of this command, and loads no others', async (...args) => {
  expect(await run(...args)).toBe(0)
  expect(written).toContain('--limit <n>')
  expect(loaded).toEqual(['first'])
})

test('names an option that a command does not have', async () => {
  await expect(run('first', '--most', '3')).rejects.toThrow("unknown option '--most'; see program --help")
  await expect(run('first', '--limit', 'x')).rejects.toThrow('--limit: "x" is not a whole number')
})
