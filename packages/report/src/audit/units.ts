import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, runtimesOf, SUBJECT } from './published-record.ts'

type Cell = readonly [figure: string, cells: string, value: string]

/** Characters of all prompts for each token of the episode, over the cells of a table. */
function charactersPerToken(records: readonly PublishedRecord[]): readonly Cell[] {
  return [...Map.groupBy(records, ({ label }) => label)].flatMap(([label, own]): Cell[] => {
    const ratios = own.flatMap(({ horizon, promptChars, totalTokens }) =>
      horizon && promptChars && totalTokens ? [(horizon * promptChars) / totalTokens] : [],
    )
    if (ratios.length === 0) return []
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)]
    return [['characters per token', label, `${low.toFixed(1)}–${high.toFixed(1)}`]]
  })
}

/** A control's prompt size over the subject's, in the table that matches them. */
function budgetShares(records: readonly PublishedRecord[]): readonly Cell[] {
  const sized = records.filter(
    ({ label, promptChars }) => label.includes('budget') && promptChars !== undefined,
  )
  const own = sized.find(({ runtime }) => runtime === SUBJECT)?.promptChars
  if (own === undefined) return []
  return sized.map(({ runtime = '', promptChars = 0 }) => {
    const share = ((promptChars / own) * 100).toFixed(0)
    return ['prompt of the budget table', runtime, `${promptChars} (${share} % of SKILL.state)`]
  })
}

function recoverySteps(records: readonly PublishedRecord[]): readonly Cell[] {
  return records
    .filter(({ recoverySteps = 'N/A' }) => recoverySteps !== 'N/A')
    .map((record) => {
      const { environment, scenario, recoverySteps: steps = '' } = record
      return ['recovery steps', `${environment} ${scenario}, ${runtimesOf(record)}`, steps]
    })
}

export function unitsFinding(records: readonly PublishedRecord[]): Finding {
  const rows = [...charactersPerToken(records), ...budgetShares(records), ...recoverySteps(records)]
  return {
    id: 'units',
    title: 'Units that captions and text give differently',
    claim:
      'prompt sizes are characters (§4.3) or tokens (budget captions); controls are pinned to the budget of SKILL.state; recovery steps are consecutive turns.',
    found:
      'T times the prompt, divided by tokens, is that of characters in every table. The controls have smaller prompts than SKILL.state. The recovery text says consecutive turns, but not whether turns without a dependent action count.',
    ...tableOf(rows, [
      left('Figure', ([figure]) => figure),
      left('Cells', ([, cells]) => cells),
      right('Value', ([, , value]) => value),
    ]),
    settledBy: 'the unit in each caption, the budget of each control, and a definition of a recovery step.',
  }
}
