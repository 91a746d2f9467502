import type { EnvironmentCall, Model, ModelResponse, Usage } from '@skill-state/protocol'
import { costOf, maxCost, maxUsage } from '@skill-state/protocol'

export function answeredCall(
  model: Model,
  prompt: string,
  { usage, replayed }: Pick<ModelResponse, 'usage' | 'replayed'>,
): EnvironmentCall {
  const isCounted = usage.inputTokens !== undefined && usage.outputTokens !== undefined
  if (!isCounted) return { ...mostOf(model, prompt, usage), replayed }
  const { prices } = model.capabilities ?? {}
  const cost = prices && costOf(usage, prices)
  return { model: model.id, usage, cost, replayed }
}

/** What a request took that gave no reply and may be charged all the same. */
export function lostCall(model: Model, prompt: string): EnvironmentCall {
  return mostOf(model, prompt, {})
}

/** The most that a call can have used of which no more is known. */
function mostOf({ id, capabilities = {} }: Model, prompt: string, known: Usage): EnvironmentCall {
  const most = maxUsage({ prompt }, capabilities)
  const { inputTokens = most.inputTokens } = known
  const usage = { ...most, ...known, inputTokens }
  const { outputTokens } = usage
  const { prices } = capabilities
  const cost =
    prices && outputTokens !== undefined ? maxCost({ inputTokens, outputTokens }, prices) : undefined
  return { model: id, usage, cost, atMost: true }
}
