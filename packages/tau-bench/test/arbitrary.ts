import fc from 'fast-check'
import type { PythonDict, PythonValue } from '../src/python/value.ts'

/** Texts with quotes, escapes, controls, characters beyond U+FFFF and lone surrogates among the ordinary ones. */
export const text: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...Array.from('\'"\\\n\r\t\0 \u00e9\u2028'), '\u{1f600}', '\ud800'),
  ),
  maxLength: 8,
})

/** Any float without NaN and the infinities, many of them short or integral. */
export const finite: fc.Arbitrary<number> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
)

const scalar = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  finite,
  text,
)

/** JSON values as Python has them. */
export const value: fc.Arbitrary<PythonValue> = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
})).value

export const dict: fc.Arbitrary<PythonDict> = fc
  .array(fc.tuple(text, value), { maxLength: 5 })
  .map((entries) => new Map(entries))
