import { leftColumn, rightColumn } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, SUBJECT } from './published-record.ts'

/** Characters of all prompts for each token of the episode, over the cells of a table. */
interface CharactersPerToken {
  readonly label: string
  readonly low: number
  readonly high: number
}

function charactersPerToken(records: readonly PublishedRecord[]): readonly CharactersPerToken[] {
  return [...Map.groupBy(records, ({ label }) => label)].flatMap(([label, own]) => {
    const ratios = own.flatMap(({ horizon, promptChars, totalTokens }) =>
      horizon && promptChars && totalTokens ? [(horizon * promptChars) / totalTokens] : [],
    )
    return ratios.length === 0 ? [] : [{ label, low: Math.min(...ratios), high: Math.max(...ratios) }]
  })
}

/** A control's prompt size over the subject's, in the table that matches them. */
function budgetShares(
  records: readonly PublishedRecord[],
): readonly { readonly runtime: string; readonly size: number; readonly share: number }[] {
  const table = records.filter(({ label }) => label.includes('budget'))
  const own = table.find(({ runtime, promptChars }) => runtime === SUBJECT && promptChars !== undefined)
  return table.flatMap(({ runtime = '', promptChars }) =>
    promptChars === undefined || own?.promptChars === undefined
      ? []
      : [{ runtime, size: promptChars, share: promptChars / own.promptChars }],
  )
}

export function unitsFinding(records: readonly PublishedRecord[]): Finding {
  const ratios = charactersPerToken(records)
  const budgets = budgetShares(records)
  const recovery = records.filter(({ recoverySteps = 'N/A' }) => recoverySteps !== 'N/A')
  return {
    id: 'units',
    title: 'Units that captions and text give differently',
    claim:
      'prompt sizes are characters (§4.3) or tokens (budget captions); controls are pinned to the budget of SKILL.state; recovery steps are consecutive turns.',
    found:
      'T times the prompt, divided by tokens, is that of characters in every table. The controls have smaller prompts than SKILL.state. The recovery text says consecutive turns, but not whether turns without a dependent action count.',
    columns: [leftColumn('Figure'), leftColumn('Cells'), rightColumn('Value')],
    rows: [
      ...ratios.map(({ label, low, high }) => ({
        cells: ['characters per token', label, `${low.toFixed(1)}–${high.toFixed(1)}`],
      })),
      ...budgets.map(({ runtime, size, share }) => ({
        cells: [
          'prompt of the budget table',
          runtime,
          `${size} (${(share * 100).toFixed(0)} % of SKILL.state)`,
        ],
      })),
      ...recovery.map(({ environment, scenario, runtime, runtimes = [], recoverySteps = '' }) => ({
        cells: [
          'recovery steps',
          `${environment} ${scenario}, ${runtime ?? runtimes.join(', ')}`,
          recoverySteps,
        ],
      })),
    ],
    settledBy: 'the unit in each caption, the budget of each control, and a definition of a recovery step.',
  }
}
