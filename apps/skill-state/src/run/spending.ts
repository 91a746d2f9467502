import { costOf, type Model } from '@skill-state/protocol'

/** What the calls of this command used. A part is undefined if a reply did not tell it. */
export interface Spent {
  readonly calls: number
  readonly inputTokens: number | undefined
  readonly cachedInputTokens: number
  readonly outputTokens: number | undefined
  readonly costUsd: number | undefined
}

/** The model, with what its calls use. `waits` hears when a call begins, and is called at its end. */
export function countSpending(
  model: Model,
  waits: (what: string) => () => void,
): { readonly model: Model; readonly spent: () => Spent } {
  let spent: Spent = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }
  const { prices } = model.capabilities ?? {}
  const counted: Model = {
    ...model,
    enforce: model.enforce?.bind(model),
    async generate(request) {
      const ended = waits('the model')
      try {
        const response = await model.generate(request)
        const { usage } = response
        spent = {
          calls: spent.calls + 1,
          inputTokens: sum(spent.inputTokens, usage.inputTokens),
          cachedInputTokens: spent.cachedInputTokens + (usage.cachedInputTokens ?? 0),
          outputTokens: sum(spent.outputTokens, usage.outputTokens),
          costUsd: sum(spent.costUsd, prices && costOf(usage, prices)),
        }
        return response
      } finally {
        ended()
      }
    },
  }
  return { model: counted, spent: () => spent }
}

function sum(before: number | undefined, more: number | undefined): number | undefined {
  return before === undefined || more === undefined ? undefined : before + more
}

/** As in "14 steps, 41k tokens in (33k cached), 0.03 USD, 2 min". */
export function spentText(steps: number, spent: Spent, milliseconds: number): string {
  const { inputTokens, cachedInputTokens: cached, costUsd } = spent
  const tokens =
    inputTokens === undefined
      ? 'tokens unknown'
      : `${short(inputTokens)} tokens in${cached > 0 ? ` (${short(cached)} cached)` : ''}`
  const cost = costUsd === undefined ? 'cost unknown' : `${costUsd.toFixed(2)} USD`
  return `${steps} step${steps === 1 ? '' : 's'}, ${tokens}, ${cost}, ${duration(milliseconds)}`
}

function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)}k`
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
