import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Facts, type FeatureFacts, merge, readSummary, writeSummary } from './facts.ts'

const other = { pr: 2, branch: 'b', files: ['mail.ts'], into: 'master', head: 'c2', ci: 'passed' } as const
const merged = { pr: 1, branch: 'a', files: ['auth.ts'], into: 'master', head: 'c1', ci: 'passed' } as const

/** The CI of another pull request after the merge of #1 from a. */
function ciAfter(
  known: FeatureFacts,
  mergedFacts: FeatureFacts = merged,
  into = 'master',
): FeatureFacts['ci'] {
  const facts: Facts = { features: [{ ...mergedFacts }, { ...known }] }
  merge(facts, 1, 'a', into)
  return facts.features.at(-1)?.ci
}

test.each([
  ['another file', other, merged, 'passed'],
  ['the same file', { ...other, files: ['x.ts', 'auth.ts'] }, merged, 'stale'],
  ['stacked on it', { ...other, into: 'a' }, merged, 'stale'],
  ['files that are not known', { ...other, files: undefined }, merged, undefined],
  ['a target that is not known', { ...other, into: undefined }, merged, undefined],
  ['merged files that are not known', other, { pr: 1 }, undefined],
  ['nothing known of what was merged', other, { pr: 9 }, undefined],
] as const)('after a merge: %s', (_, known, mergedFacts, ci) => {
  expect(ciAfter(known, mergedFacts)).toBe(ci)
})

test('a merge into a branch makes its pull request stale, and what may be it unknown', () => {
  expect(ciAfter({ ...other, branch: 'b' }, merged, 'b')).toBe('stale')
  expect(ciAfter({ ...other, branch: undefined }, merged, 'b')).toBeUndefined()
  expect(ciAfter({ ...other, branch: undefined }, merged, 'master')).toBe('passed')
})

test('if files that land on a branch are not known, its files are not any more', () => {
  const facts: Facts = { features: [{ pr: 1, branch: 'a' }, { ...other }] }
  merge(facts, 1, 'a', 'b')
  expect(facts.features).toEqual([{ ...other, files: undefined, head: undefined, ci: 'stale' }])
})

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/)
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
const feature = fc
  .record({
    pr: maybe(fc.integer({ min: 1, max: 99 })),
    issue: maybe(fc.integer({ min: 1, max: 99 })),
    branch: maybe(name),
    files: maybe(
      fc.array(
        name.map((stem) => `${stem}.ts`),
        { minLength: 1, maxLength: 3 },
      ),
    ),
    into: maybe(name),
    head: maybe(fc.integer({ min: 1, max: 99 }).map((count) => `c${count}`)),
    ci: maybe(fc.constantFrom('pending', 'passed', 'failed', 'stale')),
  })
  // A summary names a feature by its pull request, once it has one.
  .map((known) => (known.pr === undefined ? known : { ...known, issue: undefined }))
const anyFacts = fc.record({ features: fc.array(feature, { maxLength: 6 }), release: maybe(name) })

test('a summary is read as it was written', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(readSummary(writeSummary(facts))).toEqual(facts)
    }),
  )
})

test('a summary keeps to its limit by leaving out the oldest lines, and no more than it must', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(400), (facts, most) => {
      const whole = writeSummary(facts)
      const cut = writeSummary(facts, most)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect(whole.endsWith(cut)).toBe(true)
      const left = whole.slice(0, whole.length - cut.length).split('\n')
      if (cut === whole) return
      expect(cut === '' || left.at(-1) === '').toBe(true)
      const next = left.at(cut === '' ? -1 : -2) ?? ''
      expect(cut.length + next.length + (cut === '' ? 0 : 1)).toBeGreaterThan(most)
    }),
  )
})

test('a summary of nothing is empty, and other texts are passed over', () => {
  expect(writeSummary({ features: [] })).toBe('')
  expect(readSummary('The agent merged something.\nPR #x: branch a.')).toEqual({ features: [] })
})
