import { buildReport, columns, reportMarkdown, reportText } from '@skill-state/eval'
import { afterEach, expect, test } from 'vitest'
import { showReport } from './show-report.ts'

const { stdout } = process
const before = { isTTY: stdout.isTTY, columns: stdout.columns }
afterEach(() => {
  Object.assign(stdout, before)
})

const notices = ['A notice that is long enough to be broken where a terminal has few columns.']
const report = buildReport([], { title: 'A report', notices, columns, runtimes: [] })

test.each([
  [true, 40, reportText(report, 40)],
  [true, 0, reportText(report, 80)],
  [false, 40, reportMarkdown(report)],
  [undefined, undefined, reportMarkdown(report)],
])('where isTTY is %s, with %s columns', (isTTY, width, shown) => {
  Object.assign(stdout, { isTTY, columns: width })
  expect(showReport(report)).toBe(shown)
})
