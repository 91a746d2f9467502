import { expect, test } from 'vitest'
import { buildReport } from '../build/build-report.ts'
import { columns } from '../build/columns.ts'
import { reportMarkdown } from './markdown.ts'
import { reportText, showReport } from './text.ts'

const notices = ['A notice that is long enough to be broken if a terminal has few columns.']
const report = buildReport([], { title: 'A report', notices, columns, runtimes: [] })

test.each([
  [true, 40, reportText(report, 40)],
  [true, 0, reportText(report, 80)],
  [false, 40, reportMarkdown(report)],
  [undefined, undefined, reportMarkdown(report)],
])('if isTTY is %s, with %s columns', (isTTY, columns, shown) => {
  expect(showReport(report, { isTTY, columns })).toBe(shown)
})
