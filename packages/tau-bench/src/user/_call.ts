import type { EnvironmentCall, Model, ModelResponse, PriceSheet, Usage } from '@skill-state/protocol'
import { costOf } from './_cost.ts'

/** Tokens that a provider adds around a prompt at most, as the harness holds them back for a call. */
const frameTokens = 2_000

/** What a reply took. */
export function answeredCall(
  model: Model,
  prompt: string,
  { usage, replayed }: Pick<ModelResponse, 'usage' | 'replayed'>,
): EnvironmentCall {
  const told = { ...(replayed && { replayed }) }
  const isCounted = usage.inputTokens !== undefined && usage.outputTokens !== undefined
  if (!isCounted) return { ...mostOf(model, prompt, usage), ...told }
  const { prices } = model.capabilities ?? {}
  const cost = prices && costOf(usage, prices)
  return { model: model.id, usage, ...(cost !== undefined && { cost }), ...told }
}

/** What a request took that gave no reply and may be charged all the same. */
export function lostCall(model: Model, prompt: string): EnvironmentCall {
  return mostOf(model, prompt, {})
}

/** The most that a call can have used of which no more is known: no tokenizer makes more tokens than bytes. */
function mostOf({ id, capabilities = {} }: Model, prompt: string, known: Usage): EnvironmentCall {
  const { maxOutputTokens, prices } = capabilities
  const usage = {
    inputTokens: Buffer.byteLength(prompt) + frameTokens,
    ...(maxOutputTokens !== undefined && { outputTokens: maxOutputTokens }),
    ...known,
  }
  const cost = prices && costOf(usage, dearest(prices))
  return { model: id, usage, ...(cost !== undefined && { cost }), atMost: true }
}

/** All input at the dearest price that could apply to it. */
function dearest({ date, input, cacheWrite = input, output }: PriceSheet): PriceSheet {
  return { date, input: Math.max(input, cacheWrite), output }
}
