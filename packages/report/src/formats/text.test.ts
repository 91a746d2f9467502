import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { column } from '../build/columns.ts'
import { reportMarkdown } from './markdown.ts'
import { reportText } from './text.ts'

const notice =
  'The model is a deterministic reader of the prompt, not a language model; its scores are those of this reader alone.'
const report = buildReport(
  ['prompt', 'skill-state'].flatMap((runtime) =>
    [0, 1].map((seed) => figures({ runtime, seed, score: (seed + 1) / 4 })),
  ),
  { title: 'A report', notices: [notice], columns: [column.score], runtimes: [] },
)

test('a terminal gets the text of the Markdown, in lines that fit', () => {
  const text = reportText(report, 60)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(text).toMatch(
    /^# A report\n\n> The model is a deterministic reader of the prompt, not a\n> language model;/,
  )
  expect(text).not.toContain('|')
  const words = (shown: string): string => shown.replaceAll(/[\s|>:─-]+/g, ' ')
  expect(words(reportText(report, 1_000))).toBe(words(reportMarkdown(report)))
})

test('an entry of a list hangs below its own text', () => {
  const failing = { ...report, failures: ['one two three four', 'five'] }
  expect(reportText(failing, 12)).toMatch(/\n- one two\n {2}three four\n- five\n$/)
})
