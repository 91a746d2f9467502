import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPackage } from './create-package.ts'
import { type Kind, kinds } from './files.ts'

const kindOf = (id: string): Kind => kinds.find((kind) => kind.id === id) as Kind
const environment = kindOf('environment')
const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const versions = Object.fromEntries(Object.keys(devDependencies).map((name) => [name, '1.2.3']))
const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'skill-state-create-'))
const textsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[a-z]+$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

test('a new folder gets every file, with the name of the folder for its name', () => {
  const folder = join(emptyFolder(), 'deep', 'lift-2')
  expect(createPackage(environment, folder, versions)).toBe('lift-2')
  const texts = textsIn(folder)
  expect([...texts.keys()]).toEqual([
    '.gitignore',
    'README.md',
    'package.json',
    'src/conformance.test.ts',
    'src/environment.ts',
    'src/events.ts',
    'src/index.ts',
    'src/judge.ts',
    'src/play.test.ts',
    'src/player.ts',
    'src/skill.ts',
    'src/words.ts',
    'suite.yaml',
    'tsconfig.build.json',
    'tsconfig.json',
  ])
  expect([...texts.values()].filter((text) => text.includes('parcel-locker'))).toEqual([])
  expect(texts.get('src/skill.ts')).toContain("name: 'lift-2'")
  expect(texts.get('suite.yaml')).toContain('name: lift-2\n')
  expect(texts.get('README.md')).toMatch(/^# lift-2\n/)
})

test.each(kinds)(
  'the manifest of $id names the package, and all it needs at the versions of the release',
  (kind) => {
    const folder = join(emptyFolder(), 'lift')
    createPackage(kind, folder, versions)
    const text = textsIn(folder).get('package.json') ?? ''
    expect(JSON.parse(text)).toMatchObject({ name: 'lift', license: 'UNLICENSED', private: true })
    expect(text).toMatch(/"@skill-state\/\w+": "\^1\.2\.3"/)
    expect(text).not.toMatch(/"\*"|undefined|order-desk|parcel-locker/)
  },
)

test('an agent has fewer than ten files, a server two more, a worker four', () => {
  const filesOf = (id: string): readonly string[] => {
    const folder = join(emptyFolder(), 'desk')
    createPackage(kindOf(id), folder, versions)
    return [...textsIn(folder).keys()]
  }
  const agent = filesOf('agent')
  expect(agent.length).toBeLessThan(10)
  expect(filesOf('server')).toEqual([...agent, 'src/server.test.ts', 'src/server.ts'].sort())
  expect(filesOf('worker')).toEqual(
    [...agent, 'pnpm-workspace.yaml', 'src/queue.ts', 'src/send.ts', 'src/worker.test.ts'].sort(),
  )
})

test('an empty folder, or one with a repository alone, will do', () => {
  const folder = join(emptyFolder(), 'lift')
  mkdirSync(join(folder, '.git'), { recursive: true })
  expect(createPackage(environment, folder, versions)).toBe('lift')
})

test.each(['Lift', 'lift_2', '2lift', 'lift-', 'a--b', '.lift', 'a'.repeat(61), 'lift;rm'])(
  'the name %s is rejected, and nothing is written',
  (name) => {
    const parent = emptyFolder()
    expect(() => createPackage(environment, join(parent, name), versions)).toThrow(
      `"${name}" cannot be the name of the package: name the folder in small letters`,
    )
    expect(readdirSync(parent)).toEqual([])
  },
)

test('a folder that is not empty, and a file, are rejected and left as they are', () => {
  const parent = emptyFolder()
  mkdirSync(join(parent, 'lift'))
  writeFileSync(join(parent, 'lift', 'notes.txt'), 'mine')
  writeFileSync(join(parent, 'taken'), 'mine')
  expect(() => createPackage(environment, join(parent, 'lift'), versions)).toThrow(
    /is not empty: it holds notes\.txt;/,
  )
  expect(() => createPackage(environment, join(parent, 'taken'), versions)).toThrow(
    /is a file; name a folder/,
  )
  expect(readdirSync(parent, { recursive: true, encoding: 'utf8' }).sort()).toEqual([
    'lift',
    'lift/notes.txt',
    'taken',
  ])
})

test('if a file cannot be written, nothing is left of the others', () => {
  const folder = join(emptyFolder(), 'lift')
  mkdirSync(join(folder, '.git'), { recursive: true })
  const failing = new Proxy(versions, {
    get: () => {
      mkdirSync(join(folder, 'src', 'player.ts'), { recursive: true })
      return '1.2.3'
    },
  })
  expect(() => createPackage(environment, folder, failing)).toThrow(/EEXIST|EISDIR/)
  expect(readdirSync(folder)).toEqual(['.git'])
})
