import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { sendCertificate } from './payments.ts'

test('three certificates are given, then nothing is answered and nothing changes', () => {
  const database = openFixture()
  const kwargs = '{"user_id": "ann_lee_1", "amount": 100}'
  const answers = Array.from({ length: 3 }, () => call(database, sendCertificate, kwargs))
  expect(answers).toEqual(
    [3221322, 3221323, 3221324].map(
      (id) => `Certificate certificate_${id} added to user ann_lee_1 with amount 100.`,
    ),
  )
  const before = show(database, 'users', 'ann_lee_1')
  expect(call(database, sendCertificate, kwargs)).toBeUndefined()
  expect(show(database, 'users', 'ann_lee_1')).toBe(before)
})

test.each([
  ['99.50', '99.5', '99.5'],
  ['1e16', '1e+16', '1e+16'],
  ['null', 'None', 'null'],
  ['true', 'True', 'true'],
  ['"100"', '100', '"100"'],
  [`{"a": ["it's"]}`, `{'a': ["it's"]}`, `{"a": ["it's"]}`],
])('an amount of %s is said as %s and stored as %s', (amount, said, stored) => {
  const database = openFixture()
  const answer = call(database, sendCertificate, `{"user_id": "ann_lee_1", "amount": ${amount}}`)
  expect(answer).toBe(`Certificate certificate_3221322 added to user ann_lee_1 with amount ${said}.`)
  expect(show(database, 'users', 'ann_lee_1')).toContain(
    `"certificate_3221322": {"source": "certificate", "amount": ${stored}, "id": "certificate_3221322"}`,
  )
})

test('an unknown user gets none', () => {
  expect(call(openFixture(), sendCertificate, '{"user_id": "x", "amount": 1}')).toBe('Error: user not found')
})
