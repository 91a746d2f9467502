import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { columns } from '../build/columns.ts'
import { figuresTable } from './figures-table.ts'

const options = { title: 'A', notices: [], columns, runtimes: [] }

test('a row says how many times its prompts are the budget that its name sets', () => {
  const played = [
    { ...figures({ runtime: 'trim:maxPromptChars=1000' }), meanPromptChars: 980 },
    { ...figures({ runtime: 'clear-tool-results:maxPromptChars=1000' }), meanPromptChars: 5_500 },
    { ...figures({ runtime: 'prompt' }), meanPromptChars: 5_500 },
  ]
  const { columns: heads, rows } = figuresTable(buildReport(played, options))
  const at = heads.findIndex(({ title }) => title.includes('budget'))
  const told = Object.fromEntries(
    rows.map(({ cells }) => [cells.find((cell) => /^[a-z]/.test(cell)), cells[at]]),
  )
  expect(told).toEqual({
    'trim:maxPromptChars=1000': '0.98',
    'clear-tool-results:maxPromptChars=1000': '5.5 × the budget',
    prompt: '–',
  })
})
