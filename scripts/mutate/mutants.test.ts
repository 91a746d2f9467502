import { expect, test } from 'vitest'
import { mutantsOf, mutated, sampleOf } from './mutants.ts'

const variants = (source: string): string[] =>
  mutantsOf('a.ts', source).map((mutant) => mutated(source, mutant))

test.for<readonly [source: string, ...variants: string[]]>([
  ['if (a) b()', 'if (true) b()', 'if (false) b()', 'if (a) ;'],
  ['const x = a ?? b', 'const x = a'],
  ['const x = a && b', 'const x = a || b'],
  [
    'const x: boolean = (y as number) < 2',
    'const x: boolean = (y as number) <= 2',
    'const x: boolean = (y as number) < 3',
  ],
  ['const x = await y()', 'const x = y()'],
  ['const x = [].slice(-50)', 'const x = [].slice(0, 50)', 'const x = [].slice(-51)'],
  ['const x = [].at(-1)', 'const x = [].at(0)', 'const x = [].at(-2)'],
  ['const x = y.some(z)', 'const x = y.every(z)'],
  ['const x = { a, b: c }', 'const x = {  b: c }', 'const x = { a,  }'],
  ['const x = { ...a }', 'const x = {  }'],
  ['const { a, b } = c'],
  ['const { a = 1 } = c', 'const { a = 2 } = c'],
  ['const x = true', 'const x = false'],
  ['type A = { b: 1 }'],
  ["import { a } from 'b'"],
])('finds the single faults of %j', ([source, ...expected]) => {
  expect(new Set(variants(source))).toEqual(new Set(expected))
})

test('a seed decides on the sample, and an edit elsewhere does not change it', () => {
  const source = 'if (a) b()\nif (c) d()\nconst x = 1 + 2'
  const sample = (text: string, seed: number): string[] =>
    sampleOf(mutantsOf('a.ts', text), seed, 4).map(({ from, to }) => `${from} ${to}`)
  expect(sample(source, 1)).toEqual(sample(`\n\n${source}`, 1))
  expect(sample(source, 1)).not.toEqual(sample(source, 2))
})

test.for([1, 2, 3, 4, 5])('faults that are alike are drawn each for itself, by seed %i', (seed) => {
  const alike = mutantsOf('a.ts', 'a()\n'.repeat(50))
  const others = mutantsOf('b.ts', Array.from({ length: 50 }, (_, at) => `b${at}()`).join('\n'))
  const drawn = sampleOf([...alike, ...others], seed, 20).filter(({ file }) => file === 'a.ts')
  expect(drawn.length).toBeGreaterThan(2)
  expect(drawn.length).toBeLessThan(18)
})
