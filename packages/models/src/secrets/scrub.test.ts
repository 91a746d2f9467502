import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'
import { Secret } from './secret.ts'

const secret = new Secret('canary"key')

test.each([
  ['with canary"key in it', 'with [secret] in it'],
  ['{"key":"canary\\"key"}', '{"key":"[secret]"}'],
  ['?key=canary%22key&x', '?key=[secret]&x'],
  ['Incorrect API key provided: sk-abcd****wxyz.', 'Incorrect API key provided: [secret]'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  [' two\n\tlines ', 'two lines'],
  ['ask-again-tomorrow-please', 'ask-again-tomorrow-please'],
])('%j becomes %j', (text, expected) => {
  expect(scrub(text, [secret])).toBe(expected)
})

test('a secret that contains another one is replaced as a whole', () => {
  expect(scrub('a longer-key', [new Secret('longer'), new Secret('longer-key')])).toBe('a [secret]')
})

test('long texts are cut after they were cleaned', () => {
  const text = scrub(`${'x'.repeat(495)}canary"key`, [secret])
  expect(text).toHaveLength(500)
  expect(text).not.toContain('can')
})

test('no secret is left in any text', () => {
  const key = fc.string({ unit: fc.constantFrom('k', 'e', 'y', '"', '\\', '%', '$', '&'), minLength: 4 })
  fc.assert(
    fc.property(key, fc.string(), fc.string(), (value, before, after) => {
      fc.pre(!'[secret]'.includes(value))
      expect(scrub(`${before}${value}${after}`, [new Secret(value)])).not.toContain(value)
    }),
  )
})
