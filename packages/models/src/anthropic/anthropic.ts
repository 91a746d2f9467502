import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import {
  invalidOption,
  type JsonObject,
  known,
  type ModelRequest,
  type SkillStateError,
} from '@skill-state/protocol'
import type { BatchModel } from '../batch/door.ts'
import { systemClock } from '../limits/clock.ts'
import { adapterOf } from '../wire/adapter.ts'
import type { AdapterOptions } from '../wire/endpoint.ts'
import { sending } from '../wire/send.ts'
import { anthropicBatches } from './batch.ts'
import { batchClient, lazyPost } from './client.ts'
import { collect } from './collect.ts'
import { failureOf } from './failure.ts'
import { responseOf } from './message.ts'
import { requestBody, samplingVersion } from './request-body.ts'

export interface AnthropicOptions extends Omit<AdapterOptions, 'organization' | 'project'> {
  /** With this or `topP` the last version of the API that takes them is asked for. */
  readonly temperature?: number
  readonly topP?: number
  /** Default: left to the model. */
  readonly thinking?: ThinkingConfigParam
}

/**
 * A model behind Anthropic's Messages API. Throws `missing-key` if there is no key, and `invalid-option` for an
 * option that cannot be used. Loads the SDK with the first call.
 *
 * If the model has structured output, `answerSchema` is kept to. With the dialect `tool` it only guides the model:
 * the reply is the input of a tool that the model is made to call (or, if it thinks, asked to).
 */
export function anthropic(options: AnthropicOptions): BatchModel {
  const { model, temperature, topP, thinking, stream = true, transport = {} } = options
  const { clock = systemClock, attemptTimeoutMs } = transport
  const sampling = known({ temperature, topP })
  const adapter = adapterOf('anthropic', options, sampling)
  const { id, endpoint, capabilities } = adapter
  const { dialect, caching, maxOutputTokens } = capabilities
  checkCombination(id, options, maxOutputTokens)
  const apiVersion = Object.keys(sampling).length > 0 ? samplingVersion : undefined
  const settings = { maxOutputTokens, ...sampling, ...known({ thinking, apiVersion }), dialect, caching }
  const { host, secrets } = endpoint
  const bodyOf = (request: ModelRequest) => requestBody(model, settings, request)
  const read = (reply: unknown, { tools }: ModelRequest) =>
    responseOf(reply, model, secrets, tools !== undefined)
  const send = sending(secrets, {
    post: lazyPost(endpoint, apiVersion, attemptTimeoutMs),
    bodyOf: (request) => ({ ...bodyOf(request), stream }),
    streaming: stream ? {} : undefined,
    collect(events, heard, { tools, answerSchema }) {
      heard()
      const isTool = !tools && answerSchema !== undefined && dialect === 'tool'
      return collect(events, heard, secrets, isTool ? 'tool_use' : 'text')
    },
    read,
    failureOf: (error) => failureOf(error, secrets, clock.now()),
  })
  return {
    ...adapter.model(send, { ...settings, host, stream } as unknown as JsonObject),
    batch: {
      name: `${id} at ${host}`,
      transport: adapter.sending,
      body: (request) => bodyOf(request) as unknown as JsonObject,
      read,
      ...anthropicBatches(batchClient(endpoint, apiVersion), secrets, () => clock.now()),
    },
  }
}

const LEAST_BUDGET = 1_024

/** Throws `invalid-option` for options that the Messages API rejects together. Source: its pages on sampling and extended thinking. */
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
