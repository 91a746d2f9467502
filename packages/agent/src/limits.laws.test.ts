import type { StoredRecord } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import {
  type FailedAttempt,
  type Model,
  type ModelRequest,
  mostCost,
  mostUsage,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Agent, agent, type SessionStore } from './index.ts'

const prices = { date: '2026-01-02', input: 2, cacheRead: 0.2, output: 8 }
const capabilities = { maxOutputTokens: 500, prices }

/** What a provider does with a request that it charges for. */
type Fate =
  | { readonly does: 'reply' | 'garbage'; readonly share: number }
  | { readonly does: 'reply' | 'garbage'; readonly usage: unknown }
  | { readonly does: 'lost' | 'half' | 'dies' | 'retries' }

const fates = fc.oneof(
  fc.record({ does: fc.constantFrom('reply', 'garbage'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    does: fc.constantFrom('reply', 'garbage'),
    usage: fc.constantFrom(
      undefined,
      { inputTokens: Number.NaN, outputTokens: 1 },
      { inputTokens: -5, outputTokens: 1 },
      { inputTokens: '5', outputTokens: 1 },
      { inputTokens: 10, cachedInputTokens: 10_000_000, outputTokens: 1 },
    ),
  }),
  fc.record({ does: fc.constantFrom('lost', 'half', 'dies', 'retries') }),
) as fc.Arbitrary<Fate>

const lost: FailedAttempt = { code: 'model-failed', message: 'reset', mayBeCharged: true }

/** A provider that counts what it charges: all that a request can cost, unless it says how much less it was. */
class Provider {
  tokens = 0
  costUsd = 0
  requests = 0
  died = Promise.withResolvers<void>()
  readonly #fates: Iterator<Fate>

  constructor(fates: Iterable<Fate>) {
    this.#fates = fates[Symbol.iterator]()
  }

  readonly model: Model = {
    id: 'provider',
    capabilities,
    generate: async (request) => {
      for (;;) {
        const fate = this.#fates.next().value ?? { does: 'garbage', usage: undefined }
        this.requests += 1
        const usage = this.#charge(request, fate)
        if (fate.does === 'retries') await request.onRetry?.(lost)
        else if (fate.does === 'half') throw new Error('socket closed')
        else if (fate.does === 'lost')
          throw new SkillStateError('model-failed', 'reset', {
            cause: Object.assign(new Error('reset'), lost),
          })
        else if (fate.does === 'dies') {
          this.died.resolve()
          await new Promise(() => {})
        } else {
          const text =
            fate.does === 'reply' ? '{"state_patch": {}, "action": {"reply": "Noted."}}' : '{"action": 1}'
          return { text, finishReason: 'stop', model: 'm', usage: usage as Usage }
        }
      }
    },
  }

  #charge(request: ModelRequest, fate: Fate): unknown {
    const { inputTokens, outputTokens = 0 } = mostUsage(request, capabilities)
    const share = 'share' in fate ? fate.share : 1
    const used = {
      inputTokens: Math.floor(inputTokens * share),
      outputTokens: Math.floor(outputTokens * share),
    }
    this.tokens += used.inputTokens + used.outputTokens
    this.costUsd += mostCost(used, prices)
    return 'share' in fate ? used : 'usage' in fate ? fate.usage : undefined
  }
}

type Turn = (session: Awaited<ReturnType<Agent<unknown>['open']>>, round: number) => Promise<unknown>

/** A process for each turn; one that dies leaves what was on record by then. */
async function live(provider: Provider, made: Agent<unknown>, turn: Turn): Promise<void> {
  let records: StoredRecord[] = []
  for (let round = 0; round < 12; round += 1) {
    const own = [...records]
    const store: SessionStore = {
      open: () => {
        const journal = createMemoryStore(own)
        return { journal, results: memoryResults(), close: () => journal.close() }
      },
    }
    provider.died = Promise.withResolvers<void>()
    const session = await made.open({ id: 'a', store })
    await Promise.race([turn(session, round).catch(() => {}), provider.died.promise])
    records = [...own]
  }
}

const limits = fc.oneof(
  fc.record({ tokens: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ costUsd: fc.double({ min: 0.0001, max: 0.2, noNaN: true }) }),
)

const doors: readonly (readonly ['session' | 'message', Turn])[] = [
  ['session', (session, round) => session.ask(`message ${round}`)],
  ['message', (session, round) => (round === 0 ? session.ask('hello') : session.resume().turn)],
]

test.each(doors)(
  'whatever is charged and lost, a %s never costs more than its limit',
  async (scope, turn) => {
    const law = fc.asyncProperty(fc.array(fates, { maxLength: 40 }), limits, async (each, limit) => {
      const provider = new Provider(each)
      const options = { instructions: 'Talk.', state: z.object({}), tools: {}, onWarning: () => {} }
      await live(provider, agent({ ...options, model: provider.model, limits: { [scope]: limit } }), turn)
      if ('tokens' in limit) expect(provider.tokens).toBeLessThanOrEqual(limit.tokens)
      else expect(provider.costUsd).toBeLessThanOrEqual(limit.costUsd + 1e-9)
    })
    await fc.assert(law, { numRuns: 150 })
  },
)

test('a session that is opened for each request stops, although no reply can be read', async () => {
  const provider = new Provider([])
  const options = { instructions: 'Talk.', state: z.object({}), tools: {}, onWarning: () => {} }
  const made = agent({ ...options, model: provider.model, limits: { session: { tokens: 20_000 } } })
  await live(provider, made, (session, round) => session.ask(`message ${round}`))
  expect(provider.requests).toBeGreaterThan(2)
  expect(provider.requests).toBeLessThan(9)
})
