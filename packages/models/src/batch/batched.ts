import { invalidOption, type Model, type PriceSheet } from '@skill-state/protocol'
import type { Limiter } from '../limits/limiter.ts'
import { overTransport, type Send } from '../transport/transport.ts'
import type { Batches } from './batches.ts'
import type { BatchModel } from './door.ts'

/** Part of the table price that Anthropic and OpenAI charge for a call in a batch. */
const priceFactor = 0.5

/** Calls only wait for their batch. */
const unlimited: Limiter = {
  acquire: async () => () => {},
  snapshot: () => ({ limit: Infinity, inFlight: 0, waiting: 0, limited: 0 }),
}

/**
 * The same model at half the price, whose calls wait for a batch of all episodes that share `batches`. The salt names
 * the episode. A call that its batch did not answer is retried as a single one would be, in a later batch. Throws
 * `invalid-option` if the model's provider has no batches.
 *
 * @example
 * ```ts
 * import { batched, callBatches, providerModel } from '@skill-state/models'
 *
 * const batches = callBatches()
 * batches.serve(1, { folder: 'runs/night' })
 * const model = batched(await providerModel('openai:gpt-5'), batches, 'episode-1')
 * console.log((await model.generate({ prompt: 'Where to?' })).text)
 * ```
 */
export function batched(model: Model, batches: Batches, salt: string): Model {
  if (!takesBatches(model)) {
    throw invalidOption(`${model.id} cannot be asked in batches: choose a model of openai or anthropic`)
  }
  const { batch: door, concurrency: _, capabilities = {}, settings, ...rest } = model
  const { tokensPerMinute: __, concurrency: ___, ...transport } = door.transport
  const { prices, notes = [] } = capabilities
  const send: Send = async (request, signal) =>
    door.read(await batches.ask(door, { body: door.body(request), salt }, signal), request)
  return {
    ...rest,
    settings: { ...settings, stream: false, batch: true },
    capabilities: prices
      ? {
          ...capabilities,
          prices: reduced(prices),
          notes: [...notes, 'prices are those of calls in batches'],
        }
      : capabilities,
    generate: overTransport(send, { ...transport, limiter: unlimited, attemptTimeoutMs: Infinity }),
  }
}

const takesBatches = (model: Model): model is BatchModel => 'batch' in model

function reduced({ date, ...prices }: PriceSheet): PriceSheet {
  const entries = Object.entries(prices).map(([name, price]) => [name, price * priceFactor])
  return { date, ...(Object.fromEntries(entries) as Omit<PriceSheet, 'date'>) }
}
