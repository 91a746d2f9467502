import { expect, it } from 'vitest'
import { formatNumber, formatTable } from './table.ts'

it.each([
  [0.0049, '0.00490'],
  [3, '3'],
  [12.345, '12.3'],
  [12_570.4, '12,570'],
])('writes %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

it('prints figure, spread, ratio, target and verdict of each row, and each note once', () => {
  const table = formatTable('a step', [
    { name: 'bound', figure: 5, unit: 'µs/step', spread: { low: 4, high: 6, rounds: 3 }, note: 'by hand' },
    { name: 'bound', figure: 5, unit: 'µs/step', note: 'by hand' },
    {
      name: 'ours',
      figure: 20,
      unit: 'µs/step',
      ratio: { value: 4, of: 'bound' },
      target: { on: 'ratio', kind: 'at-most', value: 3 },
    },
    {
      name: 'growth',
      figure: 1.01,
      unit: '',
      target: { on: 'figure', kind: 'near', value: 1, tolerance: 0.02 },
    },
  ])
  expect(table).toBe(`## a step

|         | figure | unit    | spread | ratio    | target   | verdict |
| :------ | -----: | :------ | -----: | :------- | :------- | :------ |
| bound * |      5 | µs/step |    4–6 |          |          |         |
| bound * |      5 | µs/step |        |          |          |         |
| ours    |     20 | µs/step |        | 4× bound | ≤ 3×     | missed  |
| growth  |   1.01 |         |        |          | 1 ± 0.02 | ok      |

* bound: by hand
`)
})
