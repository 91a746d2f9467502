import { expect, test } from 'vitest'
import { nextDay } from './flights.ts'

test.each([
  ['2024-05-20', '2024-05-21'],
  ['2023-01-31', '2024-05-32'],
  ['2024-05-05', '2024-05-6'],
  ['9', '2024-05-10'],
  [' 7', '2024-05-8'],
  ['+7', '2024-05-8'],
  ['-7', '2024-05--6'],
  ['２９', '2024-05-30'],
  ['𝟗𝟡', '2024-05-100'],
  ['😀٣', undefined],
])('of %s is %s', (date, following) => {
  if (following === undefined) expect(() => nextDay(date)).toThrow(`base 10: '${date}'`)
  else expect(nextDay(date)).toBe(following)
})

test('takes two characters, not two units of UTF-16', () => {
  expect(() => nextDay('1😀😁')).toThrow("invalid literal for int() with base 10: '😀😁'")
})

test('a long text costs nothing', () => {
  expect(nextDay('9'.repeat(1_000_000))).toBe('2024-05-100')
})
