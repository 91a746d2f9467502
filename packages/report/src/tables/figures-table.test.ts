import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { columns } from '../build/columns.ts'
import { figuresTable } from './figures-table.ts'

const options = { title: 'A', notices: [], columns, runtimes: [] }

test('a row says how many times its prompts are the budget of its runtime', () => {
  const budgets = new Map([
    ['trim:maxPromptChars=1000', 1_000],
    ['truncated', 1_800],
    ['clear-tool-results:maxPromptChars=1000', 1_000],
  ])
  const played = [
    { ...figures({ runtime: 'truncated' }), meanPromptChars: 2_700 },
    { ...figures({ runtime: 'trim:maxPromptChars=1000' }), meanPromptChars: 980 },
    { ...figures({ runtime: 'clear-tool-results:maxPromptChars=1000' }), meanPromptChars: 5_500 },
    { ...figures({ runtime: 'prompt' }), meanPromptChars: 5_500 },
  ]
  const { columns: heads, rows } = figuresTable(buildReport(played, { ...options, budgets }))
  const at = heads.findIndex(({ title }) => title.includes('budget'))
  const told = Object.fromEntries(
    rows.map(({ cells }) => [cells.find((cell) => /^[a-z]/.test(cell)), cells[at]]),
  )
  expect(told).toEqual({
    truncated: '1.5 × the budget',
    'trim:maxPromptChars=1000': '0.98',
    'clear-tool-results:maxPromptChars=1000': '5.5 × the budget',
    prompt: '–',
  })
})
