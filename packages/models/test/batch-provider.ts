import type { JsonObject, JsonValue, Model } from '@skill-state/protocol'
import { anthropic } from '../src/anthropic/anthropic.ts'
import { rateLimiter } from '../src/limits/limiter.ts'
import { openai } from '../src/openai/openai.ts'
import type { TransportSettings } from '../src/transport/transport.ts'
import { textAt } from '../src/values/at.ts'
import type { ReceivedRequest, Scene } from './loopback.ts'

/** What a provider does with a call: says a reply, refuses it with a status, or does nothing. */
export type Fate =
  | { readonly says: string }
  | { readonly status: number; readonly message: string }
  | 'expires'
  /** Its line of the answers is not JSON. */
  | 'garbled'
  | 'cancelled'

interface Call {
  readonly custom_id: string
  readonly body: JsonObject
}

/** A provider that takes batches, for `startLoopback`. */
export interface BatchProvider {
  readonly scenes: (request: ReceivedRequest) => Scene
  /** The calls of each batch that was submitted. */
  readonly batches: Call[][]
  /** How often each batch is looked at before it has ended. */
  looks: number
  /** Answers the next requests that are not about calls, such as looks, with these. */
  readonly faults: Scene[]
  /** Answers the next submissions with these. */
  readonly refusals: Scene[]
  /** How all batches end, if not with answers to calls. */
  status: string
}

export interface BatchWire {
  readonly create: (url: string, transport?: TransportSettings) => Model
  readonly provider: (fate: (prompt: string, batch: number) => Fate) => BatchProvider
}

const promptIn = (body: JsonObject): string =>
  textAt(body, 'input') ??
  textAt(body, 'messages', 0, 'content') ??
  textAt(body, 'messages', 0, 'content', 0, 'text') ??
  'nothing'

function state(): Omit<BatchProvider, 'scenes'> & { looked: number } {
  return { batches: [], looks: 0, faults: [], refusals: [], status: 'completed', looked: 0 }
}

const GARBLED = '{"custom_id": "'

const text = (lines: readonly JsonValue[]): Scene => ({
  text: lines.map((line) => `${line === GARBLED ? line : JSON.stringify(line)}\n`).join(''),
})

const usage = { input_tokens: 10, output_tokens: 2 }

function openaiProvider(fate: (prompt: string, batch: number) => Fate): BatchProvider {
  const own = state()
  let uploaded: Call[] = []
  const reply = (said: string): JsonObject => ({
    status: 'completed',
    error: null,
    model: 'exact',
    output: [{ type: 'message', content: [{ type: 'output_text', text: said }] }],
    usage,
  })
  const lineOf = (
    batch: number,
    { custom_id, body }: Call,
  ): [isError: boolean, line: JsonValue] | undefined => {
    const what = fate(promptIn(body), batch)
    if (what === 'cancelled') return undefined
    if (what === 'garbled') return [false, GARBLED]
    if (what === 'expires') {
      const error = { code: 'batch_expired', message: 'it could not be executed in time' }
      return [true, { custom_id, response: null, error }]
    }
    if ('says' in what) {
      return [false, { custom_id, response: { status_code: 200, body: reply(what.says) }, error: null }]
    }
    const { status, message } = what
    const refused = { error: { message, type: 'invalid_request_error' } }
    return [true, { custom_id, response: { status_code: status, body: refused }, error: null }]
  }
  return Object.assign(own, {
    scenes: ({ path, method, text: sent, body }: ReceivedRequest): Scene => {
      const refusal = method === 'POST' ? own.refusals.shift() : own.faults.shift()
      if (refusal !== undefined) return refusal
      if (path === '/v1/files') {
        uploaded = sent
          .split(/\r?\n/)
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line))
        return { json: { id: 'file_calls' } }
      }
      if (method === 'POST') {
        own.batches.push(uploaded)
        return { json: { id: `batch_${own.batches.length}`, status: 'validating', ...body } }
      }
      const [, kind, number] = /\/(batches|files)\/\D*(\d+)/.exec(path) ?? []
      const index = Number(number)
      const calls = own.batches[index - 1] ?? []
      if (kind === 'batches') {
        own.looked += 1
        if (own.looked <= own.looks) return { json: { id: `batch_${index}`, status: 'in_progress' } }
        const files = { output_file_id: `file_out_${index}`, error_file_id: `file_error_${index}` }
        const errors = { data: [{ code: 'invalid', message: 'line 1 is no request' }] }
        const { status } = own
        if (status === 'failed') return { json: { id: `batch_${index}`, status, errors } }
        return { json: { id: `batch_${index}`, status, ...(status !== 'paused' && files) } }
      }
      const lines = calls.flatMap((call) => [lineOf(index, call)].filter((line) => line !== undefined))
      return text(lines.filter(([isError]) => isError === path.includes('error')).map(([, line]) => line))
    },
  })
}

function anthropicProvider(fate: (prompt: string, batch: number) => Fate): BatchProvider {
  const own = state()
  const message = (said: string): JsonObject => ({
    type: 'message',
    model: 'exact',
    content: [{ type: 'text', text: said }],
    stop_reason: 'end_turn',
    usage,
  })
  const lineOf = (batch: number, { custom_id, body }: Call): JsonValue => {
    const what = fate(promptIn(body), batch)
    if (what === 'garbled') return GARBLED
    if (what === 'expires') return { custom_id, result: { type: 'expired' } }
    if (what === 'cancelled') return { custom_id, result: { type: 'canceled' } }
    if ('says' in what) return { custom_id, result: { type: 'succeeded', message: message(what.says) } }
    const error = { type: 'invalid_request_error', message: what.message }
    return { custom_id, result: { type: 'errored', error: { type: 'error', error } } }
  }
  return Object.assign(own, {
    scenes: ({ path, method, body, headers }: ReceivedRequest): Scene => {
      const refusal = method === 'POST' ? own.refusals.shift() : own.faults.shift()
      if (refusal !== undefined) return refusal
      if (method === 'POST') {
        const requests = body.requests as unknown as { custom_id: string; params: JsonObject }[]
        own.batches.push(requests.map(({ custom_id, params }) => ({ custom_id, body: params })))
        return { json: { id: `batch_${own.batches.length}`, processing_status: 'in_progress' } }
      }
      const index = Number(/_(\d+)/.exec(path)?.[1])
      if (path.endsWith('/results')) {
        return text((own.batches[index - 1] ?? []).map((call) => lineOf(index, call)))
      }
      own.looked += 1
      const isOver = own.looked > own.looks
      const results_url = isOver ? `http://${headers.host}/v1/messages/batches/batch_${index}/results` : null
      return {
        json: {
          id: `batch_${index}`,
          processing_status: !isOver ? 'in_progress' : own.status === 'paused' ? 'paused' : 'ended',
          results_url,
        },
      }
    },
  })
}

/** Waits for next to nothing between attempts. */
const quick = { backoff: { baseMs: 1, capMs: 1 } }

export const batchWires: Readonly<Record<string, BatchWire>> = {
  openai: {
    create: (url, transport) =>
      openai({
        model: 'gpt-5',
        apiKey: 'k',
        env: {},
        baseUrl: `${url}/v1`,
        transport: { ...quick, limiter: rateLimiter(), ...transport },
      }),
    provider: openaiProvider,
  },
  anthropic: {
    create: (url, transport) =>
      anthropic({
        model: 'claude-opus-4-5',
        apiKey: 'k',
        env: {},
        baseUrl: url,
        transport: { ...quick, limiter: rateLimiter(), ...transport },
      }),
    provider: anthropicProvider,
  },
}
