import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example goes on after a crash, books each trip once, and says where a value comes from', () => {
  const lines = linesOf('resume-after-crash')
  expect(lines.slice(0, -1)).toEqual([
    '0 Book Oslo',
    'crash: Rome is booked, and nobody was told',
    '2 Book Lima',
    '{"booked":{"Oslo":1,"Rome":1,"Lima":1}} episode-1/0 episode-1/1 episode-1/2',
  ])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    value: 1,
    kind: 'step',
    step: { index: 1, action: 'Book Rome', observation: { text: 'To Rome.' }, result: { text: 'To Lima.' } },
  })
})
