import { invalidOption, type Model } from '@skill-state/protocol'
import type { RunFlags } from './options.ts'

/** Raised instead of a call that a limit leaves no room for. */
export class LimitReached extends Error {}

/**
 * The model, of which no call starts that could take this command past `--max-tokens` or `--max-cost`, whatever comes of
 * the call. Throws `invalid-option` if the most that a call could use is not known.
 */
export async function limitSpending(
  model: Model,
  { maxTokens: tokens, maxCost: cost }: Pick<RunFlags, 'maxTokens' | 'maxCost'>,
): Promise<Model> {
  const option = cost === undefined ? '--max-tokens' : '--max-cost'
  if ((tokens ?? cost) === undefined) return model
  requireBound(model, option)
  const { createSpending, limitSpending: limit, SpendingLimitReached } = await import('@skill-state/eval')
  const limited = limit(model, createSpending({ tokens, cost }))
  return {
    ...limited,
    async generate(request) {
      try {
        return await limited.generate(request)
      } catch (error) {
        if (!(error instanceof SpendingLimitReached)) throw error
        throw new LimitReached(`--max-${error.limit}: ${error.message}`)
      }
    },
  }
}

function requireBound({ id, capabilities = {} }: Model, option: '--max-tokens' | '--max-cost'): void {
  if (capabilities.maxOutputTokens === undefined) {
    throw invalidOption(`${option}: the longest reply of model ${id} is not known; give --max-output-tokens`)
  }
  if (option === '--max-cost' && capabilities.prices === undefined) {
    throw invalidOption(
      `--max-cost: no prices of model ${id} are known; give them in a file by --model-info, as {"prices": {"date": "…", "input": …, "output": …}} in USD per million tokens`,
    )
  }
}
