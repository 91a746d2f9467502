import type { Anthropic, ClientOptions } from '@anthropic-ai/sdk'
import { systemClock } from '../transport/clock.ts'
import { Secret } from '../transport/secret.ts'
import { defaultAttemptTimeoutMs, type Send } from '../transport/transport.ts'
import { collect } from './collect.ts'
import { failureOf } from './failure.ts'
import { responseOf } from './message.ts'
import type { AnthropicOptions } from './options.ts'
import { type RequestSettings, requestBody } from './request-body.ts'

/** Sends requests with the official SDK, whose own retries, logs and traces are off. */
export function sender(options: AnthropicOptions, key: Secret, settings: RequestSettings): Send {
  const { model, headers = {}, stream = true, transport = {} } = options
  const { clock = systemClock } = transport
  const secrets = [key, ...Object.values(headers).map((value) => new Secret(value))]
  let client: Promise<Anthropic> | undefined
  return async (request, signal, heard) => {
    try {
      client ??= connect(options, key, settings.apiVersion)
      const { messages } = await client
      const body = requestBody(model, settings, request)
      if (!stream) {
        return responseOf(await messages.create({ ...body, stream: false }, { signal }), model)
      }
      const response = await messages.create({ ...body, stream: true }, { signal }).asResponse()
      heard()
      return responseOf(await collect(await eventsOf(response), heard, secrets), model)
    } catch (error) {
      throw failureOf(error, secrets, clock.now())
    }
  }
}

async function connect(options: AnthropicOptions, key: Secret, version?: string): Promise<Anthropic> {
  const clientOptions: ClientOptions = {
    apiKey: key.reveal(),
    baseURL: options.baseUrl ?? 'https://api.anthropic.com',
    defaultHeaders: { ...(version && { 'anthropic-version': version }), ...options.headers },
    timeout: options.transport?.attemptTimeoutMs ?? defaultAttemptTimeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  }
  const sdk = await import('@anthropic-ai/sdk')
  return new sdk.Anthropic(clientOptions)
}

/** The events as they come: the SDK's typed stream leaves out the pings, which say that the model is at work. */
async function eventsOf(response: Response): Promise<AsyncIterable<{ data: string }>> {
  const { Stream } = await import('@anthropic-ai/sdk/core/streaming')
  return Stream.rawEvents(response)
}
