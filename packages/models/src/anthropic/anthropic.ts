import { invalidOption, type JsonObject, known, type SkillStateError } from '@skill-state/protocol'
import type { BatchModel } from '../batch/door.ts'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { systemClock } from '../limits/clock.ts'
import { adapterOf } from '../wire/adapter.ts'
import { anthropicBatches } from './batch.ts'
import { responseOf } from './message.ts'
import type { AnthropicOptions } from './options.ts'
import { type RequestSettings, requestBody, samplingVersion } from './request-body.ts'
import { batchClient, sender } from './sender.ts'

const provider = 'anthropic'

/**
 * A model behind Anthropic's Messages API. Throws `missing-key` if there is no key, and `invalid-option` for an
 * option that cannot be used. Loads the SDK with the first call.
 *
 * If the model has structured output, `answerSchema` is kept to. With the dialect `tool` it only guides the model:
 * the reply is the input of a tool that the model is made to call (or, if it thinks, asked to).
 */
export function anthropic(options: AnthropicOptions): BatchModel {
  const { model, temperature, topP, stream = true, transport: { clock = systemClock } = {} } = options
  const adapter = adapterOf(provider, options, known({ temperature, topP }))
  const { id, endpoint, capabilities, sending } = adapter
  const settings = settingsOf(id, options, capabilities)
  const { host, secrets } = endpoint
  return {
    ...adapter.model(sender(options, endpoint, settings), { ...recordOf(settings), host, stream }),
    batch: {
      name: `${id} at ${host}`,
      transport: sending,
      body: (request) => ({ ...requestBody(model, settings, request) }) as unknown as JsonObject,
      read: (reply, { tools }) => responseOf(reply, model, secrets, tools !== undefined),
      ...anthropicBatches(batchClient(endpoint, settings), secrets, () => clock.now()),
    },
  }
}

function settingsOf(id: string, options: AnthropicOptions, capabilities: ModelCapabilities): RequestSettings {
  const { temperature, topP, thinking } = options
  const { dialect, caching, maxOutputTokens } = capabilities
  const sampling = known({ temperature, topP })
  checkCombination(id, options, maxOutputTokens)
  const apiVersion = Object.keys(sampling).length > 0 ? samplingVersion : undefined
  return {
    maxOutputTokens,
    ...sampling,
    ...known({ thinking, apiVersion }),
    dialect,
    caching,
  }
}

function recordOf({ thinking, ...settings }: RequestSettings): JsonObject {
  return { ...settings, ...known({ thinking: thinking && { ...thinking } }) }
}

/** Fewest tokens of thinking that the API takes. */
const LEAST_BUDGET = 1_024

/**
 * Throws `invalid-option` for options that are right one by one, and that the Messages API rejects together. Source: its
 * pages on sampling and on extended thinking.
 */
function checkCombination(
  id: string,
  { temperature, topP, thinking }: AnthropicOptions,
  maxOutputTokens: number,
): void {
  const refuse = (reason: string): SkillStateError => invalidOption(`${id}: ${reason}`)
  if (temperature !== undefined && topP !== undefined) throw refuse('give temperature or topP, not both')
  if (temperature !== undefined && (temperature < 0 || temperature > 1))
    throw refuse(`temperature is from 0 to 1, not ${temperature}`)
  if (topP !== undefined && (topP < 0 || topP > 1)) throw refuse(`topP is from 0 to 1, not ${topP}`)
  if (thinking === undefined || thinking.type === 'disabled') return
  if (temperature !== undefined)
    throw refuse('a model that thinks takes no temperature: leave out one of both')
  if (topP !== undefined && topP < 0.95) throw refuse(`with thinking, topP is from 0.95 to 1, not ${topP}`)
  if (thinking.type !== 'enabled') return
  const budget = thinking.budget_tokens
  if (!Number.isInteger(budget) || budget < LEAST_BUDGET)
    throw refuse(`thinking.budget_tokens is a whole number from ${LEAST_BUDGET}, not ${budget}`)
  if (budget >= maxOutputTokens)
    throw refuse(`thinking.budget_tokens (${budget}) must be less than maxOutputTokens (${maxOutputTokens})`)
}
