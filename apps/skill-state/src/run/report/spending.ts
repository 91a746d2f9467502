import type { OpenJournal } from '@skill-state/core/journal'
import { costOf, describeModel, type Model, type ModelRequest } from '@skill-state/protocol'
import { generateMetered, Ledger, type Limits, Meter } from '@skill-state/protocol/meter'
import { type OnSlow, watchSlow } from './slow.ts'

/** What the calls of this command used. A part is undefined if a reply did not tell it. */
export interface Spent {
  readonly calls: number
  readonly inputTokens: number | undefined
  readonly cachedInputTokens: number
  readonly outputTokens: number | undefined
  readonly costUsd: number | undefined
}

const NONE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }
export const NOTHING_SPENT: Spent = { calls: 0, ...NONE }

interface SpendingOptions {
  readonly limits: Limits
  /** Has what earlier commands spent on the run, and keeps what this one does. */
  readonly journal: Pick<OpenJournal, 'position' | 'spent'>
  readonly onSlow: OnSlow
}

/** The model, of which no call starts that could take the run past a limit, and what its calls use. */
export function countSpending(model: Model, { limits, journal, onSlow }: SpendingOptions) {
  const ledger = new Ledger({
    limits: [limits],
    recorded: () => journal.position.spent,
    record: (spent) => journal.spent({ ...spent }),
  })
  const { inputTokens, outputTokens, costUsd } = ledger.spent
  const meter = new Meter(limits, { spent: { tokens: inputTokens + outputTokens, costUsd } })
  let spent = NOTHING_SPENT
  const { prices } = model.capabilities ?? {}
  return {
    spent: () => spent,
    ended: () => ledger.endTurn(),
    model: {
      ...describeModel(model),
      async generate(request: ModelRequest) {
        const response = await watchSlow('the model', onSlow, () =>
          generateMetered(model, request, { spendings: [meter, ledger] }),
        )
        const { usage } = response
        spent = {
          calls: spent.calls + 1,
          inputTokens: sum(spent.inputTokens, usage.inputTokens),
          cachedInputTokens: spent.cachedInputTokens + (usage.cachedInputTokens ?? 0),
          outputTokens: sum(spent.outputTokens, usage.outputTokens),
          costUsd: sum(spent.costUsd, prices && costOf(usage, prices)),
        }
        return response
      },
    },
  }
}

function sum(before: number | undefined, more: number | undefined): number | undefined {
  return before === undefined || more === undefined ? undefined : before + more
}

/** As in "14 steps, 41k tokens in (33k cached), 0.03 USD, 2 min". */
export function spentText(steps: number, spent: Spent, milliseconds: number): string {
  const { inputTokens, cachedInputTokens, costUsd } = spent
  const cached = cachedInputTokens > 0 ? ` (${short(cachedInputTokens)} cached)` : ''
  const tokens = inputTokens === undefined ? 'tokens unknown' : `${short(inputTokens)} tokens in${cached}`
  const cost = costUsd === undefined ? 'cost unknown' : `${costUsd.toFixed(2)} USD`
  const seconds = Math.round(milliseconds / 1_000)
  const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `${steps} step${steps === 1 ? '' : 's'}, ${tokens}, ${cost}, ${time}`
}

function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)}k`
}
