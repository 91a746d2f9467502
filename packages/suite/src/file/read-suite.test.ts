import { expect, test } from 'vitest'
import { readSuite } from './read-suite.ts'

const registry = { families: {}, benchmarks: {} }

/** What is rejected of a suite file of these lines. */
function rejection(lines: readonly string[]): string {
  try {
    readSuite(registry, 's.yaml', lines.join('\n'))
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const head = ['name: a', 'benchmarks: [warehouse]', 'models: [reference]']

test.each([
  [['horizon: [10]'], 's.yaml:4:1: horizon: there is no such key; did you mean horizons?'],
  [['colour: red'], /^s\.yaml:4:1: colour: there is no such key; known: \$schema, name, title, benchmarks, /],
  [['__proto__: { steps: 1 }'], /^s\.yaml:4:1: __proto__: there is no such key; known: /],
  [['budget:', '  step: 3'], 's.yaml:5:3: budget.step: there is no such key; did you mean steps?'],
  [['seeds: many'], 's.yaml:4:8: seeds: expected a number or a list'],
  [['runtimes: prompt'], 's.yaml:4:11: runtimes: expected a list'],
  [['horizons: [10, 0]'], 's.yaml:4:16: horizons.1: too small: expected number to be >0'],
  [['name: b'], /^s\.yaml:4:1: Map keys must be unique/],
  [['title: "open'], /^s\.yaml:4:\d+: Missing closing "quote/],
  [['title: &a [1]', 'runtimes: *b'], /^s\.yaml:5:11: Unresolved alias [^\n]+: b$/],
])('%j is rejected with its place', (lines, message) => {
  const found = rejection([...head, ...lines])
  if (message instanceof RegExp) expect(found).toMatch(message)
  else expect(found).toBe(message)
})

test('each mistake has a line', () => {
  const lines = [
    'benchmarks:',
    '  - nam: warehouse',
    '  - 5',
    'models:',
    '  - model: reference',
    '    temprature: 0',
  ]
  expect(rejection(lines).split('\n').sort()).toEqual([
    's.yaml:1:1: name: is missing; expected text',
    's.yaml:2:5: benchmarks.0.nam: there is no such key; did you mean name?',
    's.yaml:2:5: benchmarks.0.name: is missing; expected text',
    's.yaml:3:5: benchmarks.1: expected text or keys and values',
    's.yaml:6:5: models.0.temprature: there is no such key; did you mean temperature?',
  ])
})

test('aliases that stand for more than anybody would write are rejected', () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const from = level === 0 ? '"x"' : `*l${level - 1}`
    return `l${level}: &l${level} [${Array(9).fill(from).join(', ')}]`
  })
  expect(rejection(levels)).toMatch(/^s\.yaml:9:\d+: Excessive alias count/)
})

test('what is not a file, and what is empty, is rejected', () => {
  expect(() => readSuite(registry, 'absent.yaml')).toThrow('absent.yaml: there is no such file')
  expect(rejection([])).toBe('s.yaml:1:1: expected keys and values')
})

test('a good file is read as it is', () => {
  expect(readSuite(registry, 's.yaml', [...head, 'seeds: 3'].join('\n')).suite).toEqual({
    name: 'a',
    benchmarks: ['warehouse'],
    models: ['reference'],
    seeds: 3,
  })
})

test.each<[string, string, RegExp]>([
  ['a NUL in a text', 'benchmarks:\n  - "a\\0b"\n', /^s\.yaml:2:5: the text has a NUL character$/],
  [
    '3,000 brackets',
    `name: x\nbenchmarks: ${'['.repeat(3_000)}`,
    /^s\.yaml:2:113: more than 100 brackets are open$/,
  ],
  [
    'a mistake behind an alias',
    'x: &x\n  - name: 1\nbenchmarks: *x\n',
    /^s\.yaml:2:11: benchmarks\.0\.name: /m,
  ],
])('names the place of %s', (_, text, message) => {
  expect(() => readSuite(registry, 's.yaml', text)).toThrow(message)
})
