import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { documentAt } from './_example.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const published = globSync('{packages,apps}/*/package.json', { cwd: root })
  .map((file): Manifest => JSON.parse(documentAt(file)))
  .filter((manifest) => manifest.private !== true)
const page = documentAt('docs/dependencies.md').split('\n')

test('each runtime dependency of a published package has a line that says why, and of which package', () => {
  expect(published.length).toBeGreaterThan(8)
  const missing = published.flatMap(({ name, dependencies = {} }) => {
    const short = name.replace('@skill-state/', '')
    const foreign = Object.keys(dependencies).filter((other) => !other.startsWith('@skill-state/'))
    return foreign.filter((other) => !explains(other, short)).map((other) => `${other}, of ${name}`)
  })
  expect(missing).toEqual([])
})

test('no line is about a dependency that no package has', () => {
  const all = new Set(published.flatMap(({ dependencies = {} }) => Object.keys(dependencies)))
  const named = page.flatMap((line) => /^\| `([^`]+)` /.exec(line)?.[1] ?? [])
  expect(named.filter((name) => !all.has(name))).toEqual([])
})

test('no published package brings types of another one: its own types name none', () => {
  const types = published.flatMap(({ name, dependencies = {} }) =>
    Object.keys(dependencies).flatMap((other) => (other.startsWith('@types/') ? `${other}, of ${name}` : [])),
  )
  expect(types).toEqual([])
})

test('the core has at most two dependencies, and no package an install script', () => {
  const core = published.find(({ name }) => name === '@skill-state/core')
  expect(Object.keys(core?.dependencies ?? {}).length).toBeLessThanOrEqual(2)
  const hooks = ['preinstall', 'install', 'postinstall']
  expect(published.filter(({ scripts = {} }) => hooks.some((hook) => hook in scripts))).toEqual([])
})

test.each([
  ['core', 60],
  ['eval', 80],
] as const)('the root of %s exports at most %i names, types included', (name, most) => {
  const index = documentAt(`packages/${name}/src/index.ts`)
  expect(index).not.toMatch(/^export (?!(type )?\{)/m)
  const lists = [...index.matchAll(/\{([^}]*)\}/g)].map(([, list = '']) => list)
  const names = lists.flatMap((list) => list.split(',')).filter((each) => each.trim() !== '')
  expect(names.length).toBeGreaterThan(most / 2)
  expect(names.length).toBeLessThanOrEqual(most)
})

/** Whether the table has a row for the dependency that names the package, a why and a why not. */
function explains(dependency: string, packageName: string): boolean {
  const row = page.find((line) => line.startsWith(`| \`${dependency}\` `)) ?? ''
  const [, , of = '', why = '', not = ''] = row.split('|').map((cell) => cell.trim())
  return of.split(', ').includes(packageName) && why.length > 20 && not.length > 10
}
