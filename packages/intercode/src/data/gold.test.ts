import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gold } from './challenge.ts'

test('case does not matter, anything else does', () => {
  const gold = new Gold('picoCTF{AbC_1}')
  expect(gold.equals('PICOctf{abc_1}')).toBe(true)
  expect(gold.equals('picoCTF{AbC_1} ')).toBe(false)
  expect(gold.equals('')).toBe(false)
})

test('law: a flag of any characters is found where it is, as it is written there', () => {
  const flag = fc.string({
    unit: fc.constantFrom(...Array.from('aZ0\\^$.*+?()[]{}|/-_~')),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(flag, flag, (text, around) => {
      const upper = text.toUpperCase()
      expect(new Gold(text).findIn(`<${upper}>`)).toBe(upper)
      expect(new Gold(text).findIn(around) !== undefined).toBe(
        around.toLowerCase().includes(text.toLowerCase()),
      )
    }),
  )
})

test('the flag shows in no printed form', () => {
  const gold = new Gold('picoCTF{secret}')
  const shown = [JSON.stringify({ gold }), inspect(gold, { showHidden: true, depth: 9 })]
  expect(shown.join()).not.toContain('secret')
})
