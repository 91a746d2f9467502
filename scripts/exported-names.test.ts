import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Names that an entry exports, re-exports too; a name of two entries counts twice. `pnpm api` writes and checks the files. */
const root = resolve(import.meta.dirname, '..')
const lines = globSync('packages/*/api.txt', { cwd: root }).flatMap((file) =>
  readFileSync(resolve(root, file), 'utf8')
    .split('\n')
    .filter((line) => /^(function|const|class|type|interface|from) /.test(line))
    .map((line) => ({ file, name: /^\S+ (\w+)/.exec(line)?.[1] ?? '', line })),
)

/** What the table "Forms of names" in the glossary has no place for. */
const wrong: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(create|make)[A-Z]|Factory$/, 'a noun, or openX for what must be closed'],
  [/^(connect|start)([A-Z]|$)/, 'openX'],
  [/^(wrap|adapt)[A-Z]/, 'fromX or toX'],
  [/^most[A-Z]/i, 'maxX'],
  [/refus/i, 'reject, rejected or rejection'],
  [/^(file|folder|memory|sqlite|postgres)Store$/, 'place and plural, as in fileTraces'],
  [
    /^(shown|together|explained|text|whole|entry|left|right|find|work|done|plus|fact)$/i,
    'a name that says what it is',
  ],
]

const allowed: Readonly<Record<string, string>> = {
  makeRoom: 'the phrase: the guard makes room in the state',
  startTestServer: 'starts a program; its value is disposed of, as for openX',
  Entry: 'a type of the entry for adapters: one entry of a transcript',
}

test.each(wrong)('exports no name such as %s: it is %s', (pattern) => {
  const found = lines.filter(({ name }) => pattern.test(name) && !(name in allowed))
  expect(found.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('allows no name that is gone', () => {
  expect(Object.keys(allowed).filter((name) => !lines.some((each) => each.name === name))).toEqual([])
})

test('calls an option that is called back onX', () => {
  const callback = /\b(observe|hear|say|tell|events|notify|listener)\?: \(?\(/
  expect(lines.filter(({ line }) => callback.test(line)).map(({ name }) => name)).toEqual([])
})

test('exports at most MAX_NAMES names', () => {
  const MAX_NAMES = 750
  expect(lines.length).toBeLessThanOrEqual(MAX_NAMES)
})
