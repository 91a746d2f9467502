import { expect, test } from 'vitest'
import { strip } from './strip.ts'

test('strips what Python calls white space, from the ends alone', () => {
  expect(strip('\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2003\u2028\u3000a b\n')).toBe('a b')
  expect(strip('\ufeffa\u200b')).toBe('\ufeffa\u200b')
  expect(strip(' \n')).toBe('')
})
