import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPackage } from './create-package.ts'
import { needed } from './versions.ts'

const versions = Object.fromEntries(
  Object.values(needed)
    .flat()
    .map((name) => [name, '1.2.3']),
)
const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'skill-state-create-env-'))
const textsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[a-z]+$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

test('a new folder gets every file, with the name of the folder for its name', () => {
  const folder = join(emptyFolder(), 'deep', 'lift-2')
  expect(createPackage(folder, versions)).toBe('lift-2')
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

test('the manifest names the package, what it needs at the versions of the release, and no licence', () => {
  const folder = join(emptyFolder(), 'lift')
  createPackage(folder, versions)
  const { name, license, private: kept, ...rest } = JSON.parse(textsIn(folder).get('package.json') ?? '')
  expect([name, license, kept]).toEqual(['lift', 'UNLICENSED', true])
  for (const kind of ['dependencies', 'peerDependencies', 'devDependencies'] as const) {
    expect(rest[kind]).toEqual(Object.fromEntries(needed[kind].map((each) => [each, '^1.2.3'])))
  }
})

test('an empty folder, or one with a repository alone, will do', () => {
  const folder = join(emptyFolder(), 'lift')
  mkdirSync(join(folder, '.git'), { recursive: true })
  expect(createPackage(folder, versions)).toBe('lift')
})

test.each(['Lift', 'lift_2', '2lift', 'lift-', 'a--b', '.lift', 'a'.repeat(61), 'lift;rm'])(
  'the name %s is rejected, and nothing is written',
  (name) => {
    const parent = emptyFolder()
    expect(() => createPackage(join(parent, name), versions)).toThrow(
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
  expect(() => createPackage(join(parent, 'lift'), versions)).toThrow(/is not empty: it holds notes\.txt;/)
  expect(() => createPackage(join(parent, 'taken'), versions)).toThrow(/is a file; name a folder/)
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
  expect(() => createPackage(folder, failing)).toThrow(/EEXIST|EISDIR/)
  expect(readdirSync(folder)).toEqual(['.git'])
})
