import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createPackage } from './create-package.ts'
import { type Kind, kinds } from './files.ts'

const own = fileURLToPath(new URL('..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
const versions = Object.fromEntries(Object.keys(devDependencies).map((name) => [name, '1.2.3']))

const config = join(own, 'test/made.config.ts')
const work = mkdtempSync(join(tmpdir(), 'skill-state-made-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Writes a project in a folder of its own, with what this package has in the place of what npm would install. */
function make(kind: Kind): string {
  const folder = join(mkdtempSync(join(work, kind.id)), 'my-project')
  createPackage(kind, folder, versions)
  symlinkSync(join(own, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function node(args: readonly string[], cwd: string): string {
  const env = { ...process.env, NODE_OPTIONS: '--conditions=@skill-state/source', CI: '' }
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8', stdio: 'pipe' })
}

test.each(kinds.filter(({ id }) => id !== 'skill'))(
  'a new $id compiles in strict TypeScript and passes its own tests',
  (kind) => {
    const folder = make(kind)
    node([join(own, 'node_modules/typescript/bin/tsc'), '--customConditions', '@skill-state/source'], folder)
    expect(
      node(
        [join(own, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--config', config],
        folder,
      ),
    ).toMatch(/Tests .*passed/)
  },
)

test('a new agent answers its first message', () => {
  const agent = kinds.find(({ id }) => id === 'agent') as Kind
  const [, ...words] = agent.first[0] ?? []
  const printed = node(['src/main.ts', ...words], make(agent))
  expect(printed).toBe('W7 is on its way.\nState: {"customer":"Ada","orders":{"W7":"W7 is on its way."}}\n')
})

test('a new skill is written and passes its own test, by its own scripts', () => {
  const skill = kinds.find(({ id }) => id === 'skill') as Kind
  const folder = make(skill)
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const program = fileURLToPath(new URL('../../../apps/skill-state/src/main.ts', import.meta.url))
  const run = (script: string): string => node([program, ...scripts[script].split(' ').slice(1)], folder)
  expect(skill.first.map(([script = '']) => run(script)).join('')).toMatch(/2 steps, all accepted\n$/)
  expect(run('start')).toMatch(/^name +my-project$/m)
  const files = [folder, join(folder, 'skills/my-project')].flatMap((each) =>
    readdirSync(each, { withFileTypes: true }),
  )
  expect(files.length).toBeLessThan(10)
})
