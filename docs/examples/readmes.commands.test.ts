import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { documentAt } from './_example.ts'
import { installedBy, programsOf, type Readme, readmes, savedBy, saveProgram, write } from './_readmes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe.each(readmes)('$page', ({ page, manifest }: Readme) => {
  const text = documentAt(page)

  test('begins with the name, and says how the package is installed', () => {
    const { name } = manifest
    expect(text.startsWith(`# ${name}\n`)).toBe(true)
    const isInitializer = text.includes(`npm create ${name.replace('/create', '')}`)
    expect(installedBy(page).includes(name) || isInitializer).toBe(true)
  })

  test('names every entry and every command', () => {
    const { name, exports, bin = {} } = manifest
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
    const named = [...entries.map((entry) => name + entry.slice(1)), ...Object.keys(bin)]
    expect(named.filter((word) => !new RegExp(`\`${word}[\` ]`).test(text))).toEqual([])
  })

  test('has a guide and a license behind it, and no link that leads nowhere', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => problemOf(page, link))).toEqual([])
    expect(links).toContain('../../LICENSE')
    expect(links.some((link) => link.startsWith('../../docs/'))).toBe(true)
  })
})

/** Whether a link leads to no file, or to no heading of it. */
function problemOf(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(resolve(root, file))) return true
  return anchor !== undefined && !anchorsOf(documentAt(file)).includes(anchor)
}

/** The headings of a page as GitHub names them. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  return headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'))
}

/** By its real path, which is where programs are told that they are. */
const work = realpathSync(mkdtempSync(join(tmpdir(), 'skill-state-readmes-')))
afterAll(() => rmSync(work, { recursive: true }))

const programs = readmes.flatMap(({ page }) =>
  programsOf(page).map((program, index) => ({
    ...program,
    file: saveProgram(program, join(work, dirname(page), `${index + 1}`)),
  })),
)

test('every program of a README has sound types, with the packages alone that the README says to install', () => {
  const compilerOptions = {
    composite: false,
    declaration: false,
    declarationMap: false,
    emitDeclarationOnly: false,
    isolatedDeclarations: false,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['**/example.mts'] }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  // Each checker goes through the types of the frameworks anew.
  const args = [compiler, '--project', '.', '--listFiles', '--checkers', '1']
  const { stdout } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' })
  const lines = stdout.split('\n')
  expect(programs.filter(({ file }) => !lines.includes(file))).toEqual([])
  // Errors in the sources of packages are for `tsc -b` to tell.
  expect(lines.filter((line) => /error TS/.test(line) && !line.startsWith('..'))).toEqual([])
})

/** What a program may find of this machine: no key of a provider, and no data. */
const { PATH = '', HOME = '', DATABASE_URL = '', NODE_COMPILE_CACHE = '' } = process.env

test.for(programs.filter(({ prints }) => prints !== undefined))(
  'the program of $page prints the text below it',
  ({ file, prints }, { skip }) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@skill-state/source', file],
      { cwd: dirname(file), encoding: 'utf8', env: { PATH, HOME, DATABASE_URL, NODE_COMPILE_CACHE } },
    )
    const missing = /no sandbox works here.*/.exec(stderr)?.[0]
    if (missing !== undefined) skip(`a sandbox: ${missing}`)
    expect(stderr).toBe('')
    expect(stdout).toBe(prints)
    expect(status).toBe(0)
  },
)

const files = readmes.flatMap(({ page }) => savedBy(page))

test.each(files)('what $page says to save as $file is taken by its command', ({ page, file, text }) => {
  const folder = join(work, dirname(page), 'saved')
  write(join(folder, file), text)
  const [program, ...args] = file.endsWith('SKILL.md')
    ? ['apps/skill-state', 'check', dirname(file)]
    : ['apps/bench', 'run', file, '--dry-run']
  const main = join(root, program, 'src/main.ts')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@skill-state/source', main, ...args],
    { cwd: folder, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
