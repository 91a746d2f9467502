import { describe, expect, test } from 'vitest'
import { readSuite } from './read-suite.ts'

const registry = { families: {}, benchmarks: {} }

describe('what a file can do to its reader', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [at, name] of Array.from('bcdefghi').entries())
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefgh'[at]}`).join(', ')}]`)
  test.each<[string, string, RegExp]>([
    ['a NUL in a text', 'benchmarks:\n  - "a\\0b"\n', /^s\.yaml:2:5: the text has a NUL character$/],
    [
      '3,000 brackets',
      `name: x\nbenchmarks: ${'['.repeat(3_000)}`,
      /^s\.yaml:2:113: more than 100 brackets are open$/,
    ],
    ['a bomb of aliases', bomb.join('\n'), /^s\.yaml:\d+:\d+: Excessive alias count/],
    [
      'a mistake behind an alias',
      'x: &x\n  - name: 1\nbenchmarks: *x\n',
      /^s\.yaml:2:11: benchmarks\.0\.name: /m,
    ],
  ])('names the place of %s', (_, text, message) => {
    expect(() => readSuite(registry, 's.yaml', text)).toThrow(message)
  })
})
