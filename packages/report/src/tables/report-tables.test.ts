import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { reportCsv } from '../formats/csv.ts'
import { mistakesTable } from './report-tables.ts'

const report = buildReport(
  [
    figures({ seed: 1, mistakes: { overwrite: 3, syntax: 1 } }),
    figures({ seed: 2, mistakes: { overwrite: 2, 'taken wrong': 5 }, judgedSteps: 10 }),
    figures({ seed: 1, runtime: 'memory' }),
  ],
  { title: 'T', notices: [], columns: [], runtimes: [] },
)

test('mistakes of any run are shown by the kinds of the paper, a mean over the episodes that can tell', () => {
  const { rows } = mistakesTable(report)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.cells.slice(-7)).toEqual(['2.5', '0.0', '0.5', '0.0', '0.0', '0.0', '5.0'])
})

test('the CSV has them for every row, an unknown one empty', () => {
  const [head = '', memory = '', prompt = ''] = reportCsv(report)
    .split('\r\n')
    .map((line) => line.split(','))
  const from = head.indexOf('mistakes overwrite')
  expect(memory.slice(from, from + 7)).toEqual(['0', '0', '0', '0', '0', '', ''])
  expect(prompt.slice(from, from + 7)).toEqual(['2.5', '0', '0.5', '0', '0', '0', '5'])
})
