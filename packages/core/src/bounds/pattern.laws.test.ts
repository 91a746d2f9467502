import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { quote } from '../json/python-json.ts'
import { readPattern } from './pattern.ts'

describe('readPattern', () => {
  it.each([
    ['^shelf_(0|[1-9][0-9]{0,2})$', 9, 1],
    ['^$', 0, 0],
    ['^[a-z_]+$', Infinity, 1],
    ['^a?b*?$', Infinity, 1],
    ['^(?:ab|c){3}x{2,5}$', 11, 1],
    ['^(a{2,}){0}$', 0, 1],
    ['^(){2,}$', 0, 0],
    ['^(?<n>ab)+?$', Infinity, 1],
    ['^[ -~]$', 2, 2],
    ['^[0-9a\\-\\]]\\.$', 2, 1],
    ['^"\\\\\u00e9\u{1f600}$', 2 + 2 + 6 + 12, 12],
    ['^[^a].\\S$', 36, 12],
    ['^[\\s\\d\\w-]\\t$', 12, 6],
  ])('%s: %s characters, at most %s each', (pattern, chars, widest) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
    expect(readPattern(pattern)).toEqual({ chars, widest })
  })

  it.each([
    '',
    'a',
    '^a',
    'a$',
    '^a\\$',
    '^a|b$',
    '^(?=a)b$',
    '^(a)\\1$',
    '^\\p{L}$',
    '^\\bab$',
    '^a^b$',
    '^\\u0041$',
    '^[\\x41]$',
  ])('does not read %s', (pattern) => {
    expect(readPattern(pattern)).toBeUndefined()
  })

  it('law: no text that matches is longer', () => {
    const atom = fc.constantFrom(
      'a',
      '\\d',
      '\\w',
      '.',
      '[a-f]',
      '[^"]',
      '\u00e9',
      '"',
      '[ -~]',
      '\\s',
      '\\.',
    )
    const quantifier = fc.constantFrom('', '', '?', '{2}', '{1,3}')
    const { sequence } = fc.letrec<{ part: string; sequence: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc.tuple(tie('sequence'), tie('sequence')).map(([a, b]) => `(${a}|${b})`),
        tie('sequence').map((inner) => `(?:${inner})`),
      ),
      sequence: fc
        .array(fc.tuple(tie('part'), quantifier), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.flat().join('')),
    }))
    const cases = sequence
      .map((inner) => `^${inner}$`)
      .chain((pattern) => fc.tuple(fc.constant(pattern), fc.stringMatching(new RegExp(pattern, 'u'))))
    const law = fc.property(cases, ([pattern, text]) => {
      const { chars = -1, widest = -1 } = readPattern(pattern) ?? {}
      expect(quote(text).length - 2).toBeLessThanOrEqual(chars)
      for (const char of text) expect(quote(char).length - 2).toBeLessThanOrEqual(widest)
    })
    fc.assert(law, { numRuns: lawRuns(300) })
  })
})
