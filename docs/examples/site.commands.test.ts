import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { blocksOf, includesOf, pages, sitePages, unfencedIn } from './_blocks.ts'
import { commandsOf, started } from './_commands.ts'
import { documentAt } from './_example.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const blocks = pages.flatMap(blocksOf)
const examples = globSync('docs/examples/*.{ts,mjs}', { cwd: root }).map(documentAt)

test('every block of TypeScript or JavaScript of the site is a file of the examples, to the character', () => {
  const code = sitePages
    .flatMap(blocksOf)
    .filter(({ language }) => /^(?:ts|typescript|js|javascript|mjs)$/.test(language))
    .filter(({ code }) => code.trimEnd().includes('\n')) // a line to add to a file is tried by the contributor's test
  expect(code.length).toBeGreaterThan(0)
  const foreign = code.filter(({ code }) => !examples.includes(code) && !examples.includes(withoutName(code)))
  expect(foreign.map(({ page, code }) => `${page}: ${code.slice(0, 60)}`)).toEqual([])
})

test('every file that a page shows whole is there', () => {
  expect(pages.flatMap(includesOf).length).toBeGreaterThan(15)
  const missing = pages.flatMap((page) =>
    includesOf(page)
      .map((file) => resolve(root, dirname(page), file))
      .filter((file) => !existsSync(file)),
  )
  expect(missing).toEqual([])
})

test('every block of JSON is JSON', () => {
  for (const { code } of blocks.filter(({ language }) => language === 'json')) JSON.parse(code)
})

test('every block says what language it is in', () => {
  const known = ['ts', 'js', 'sh', 'diff', 'json', 'yaml', 'toml', 'python', 'sql', 'text', 'md']
  const odd = blocks.filter(({ language }) => language !== '' && !known.includes(language))
  expect(odd.map(({ page, language }) => `${page}: ${language}`)).toEqual([])
  expect(pages.flatMap((page) => unfencedIn(page).map((line) => `${page}: ${line}`))).toEqual([])
})

/** A block that begins with its file's name in a comment. */
function withoutName(code: string): string {
  return code.replace(/^\/\/ [\w.-]+\n/, '')
}

const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, code }) => commandsOf(code).map((words) => ({ page, words })))

test('every command of a page is one of this repository, or one of the system that installs', () => {
  const system = ['npm', 'npx', 'apt-get', 'export', 'git', 'cd', 'mkdir', 'cp', 'options']
  const unknown = commands.filter(
    ({ words }) => started(words) === undefined && !system.includes(words[0] ?? ''),
  )
  expect(unknown.map(({ page, words }) => `${page}: ${words.join(' ')}`)).toEqual([])
})

test('every script that a page types is in package.json, and every file that it starts is there', () => {
  const { scripts } = JSON.parse(documentAt('package.json')) as { scripts: Readonly<Record<string, string>> }
  const own = ['install', 'exec', 'pack', 'publish', '-r']
  const wrong = commands.filter(({ words }) => {
    const { program = '', args = [] } = started(words) ?? {}
    const [first = ''] = args
    if (program === 'pnpm') return !Object.hasOwn(scripts, first) && !own.includes(first)
    if (program !== 'node' && program !== 'python3' && program !== 'bash') return false
    const file = args.find((word) => !word.startsWith('-')) ?? ''
    return !existsSync(root + file) && !isSaved(file)
  })
  expect(wrong.map(({ page, words }) => `${page}: ${words.join(' ')}`)).toEqual([])
})

/** A file that a page tells its reader to save. */
function isSaved(file: string): boolean {
  return pages.some((page) => documentAt(page).includes(`Save this as \`${file}\``))
}

const programs = { bench: 'apps/bench/src/program.ts', 'skill-state': 'apps/skill-state/src/command-line.ts' }

/** The help of commands of a program, with every option that each takes: all of them by one process. */
function helpsOf(program: keyof typeof programs, commands: readonly string[]): ReadonlyMap<string, string> {
  const ask = `
    const { main } = await import(${JSON.stringify(root + programs[program])})
    for (const command of ${JSON.stringify(commands)}) {
      process.stdout.write('\\0')
      await main([...command.split(' ').filter(Boolean), '--help'])
    }`
  const options = ['--conditions=@skill-state/source', '--input-type=module', '--eval', ask]
  const [, ...helps] = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' }).split('\0')
  return new Map(commands.map((command, index) => [command, helps[index] ?? '']))
}

/** The words of a command before its first argument: `run`, or `tau-bench verify`. */
function subcommand(args: readonly string[]): string {
  const [first = '', second = ''] = args
  if (first.startsWith('-')) return ''
  return ['tau-bench', 'tau3-bench', 'intercode'].includes(first) ? `${first} ${second}` : first
}

test.each(Object.keys(programs) as (keyof typeof programs)[])(
  'every option of %s that a page types exists',
  (program) => {
    const typed = commands.flatMap(({ page, words }) => {
      const start = started(words)
      return start?.program === program ? [{ page, args: start.args }] : []
    })
    const helps = helpsOf(program, [...new Set(typed.map(({ args }) => subcommand(args)))])
    const wrong = typed.flatMap(({ page, args }) => {
      const command = subcommand(args)
      const help = helps.get(command) ?? ''
      return args
        .filter((word) => word.startsWith('--') && !new RegExp(`${word.replace(/=.*/, '')}\\b`).test(help))
        .map((word) => `${page}: ${program} ${command} ${word}`)
    })
    expect(wrong).toEqual([])
  },
)

test('every experiment that a page runs exists, or is a suite file', () => {
  const list = execFileSync(
    process.execPath,
    ['--conditions=@skill-state/source', 'apps/bench/src/main.ts', 'list'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const known = new Set(['all', ...[...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, id]) => id)])
  const named = commands.flatMap(({ page, words }) => {
    const { program, args = [] } = started(words) ?? {}
    return program === 'bench' && args[0] === 'run' ? [{ page, id: args[1] ?? '' }] : []
  })
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ id }) => !known.has(id) && !/\.ya?ml$|^<|^--help$/.test(id))).toEqual([])
})
