import { expect, test } from 'vitest'
import { documentAt, linesOf } from './_example.ts'

test('the example prints the table of the guide to costs', () => {
  const lines = linesOf('cache-costs')
  expect(lines).toHaveLength(5)
  const rows = documentAt('docs/guides/costs.md')
    .split('\n')
    .map((line) => (line.match(/[\d,.]+/g) ?? []).map((cell) => cell.replace(',', '')).join(' '))
  for (const line of lines) expect(rows).toContain(line)
})
