import { SkillStateError } from '../../errors.ts'
import { maxCost, maxUsage } from '../../model/cost.ts'
import type { FailedAttempt, Model, ModelRequest, ModelResponse, Usage } from '../../model/model.ts'
import { randomNumbers } from '../random-numbers.ts'

const prices = { date: '2026-01-02', input: 2, cacheRead: 0.2, output: 8 }
const capabilities = { maxOutputTokens: 500, prices }

/** What a provider does with a request: of all that it could charge, it charges a share. */
interface Fate {
  readonly does: 'reply' | 'garbage' | 'lost' | 'half' | 'dies' | 'retries' | 'late'
  readonly share: number
  /** What a reply says of its usage, if not the truth. */
  readonly says?: { readonly usage: unknown } | undefined
}

export interface Case {
  readonly seed: number
  readonly reply: string
  readonly fates: () => Fate
  readonly limits: { readonly tokens?: number; readonly costUsd?: number }
}

const LIES: readonly unknown[] = [
  undefined,
  { inputTokens: Number.NaN, outputTokens: 1 },
  { inputTokens: -5, outputTokens: 1 },
  { inputTokens: '5', outputTokens: 1 },
  { inputTokens: 10, cachedInputTokens: 10_000_000, outputTokens: 1 },
]

const FATES = ['reply', 'reply', 'garbage', 'lost', 'half', 'dies', 'retries', 'late'] as const

export function seededCase(seed: number, reply: string): Case {
  const random = randomNumbers(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const fates = (): Fate => {
    const does = pick(FATES)
    if (does !== 'reply' && does !== 'garbage') return { does, share: does === 'late' ? 0 : 1 }
    return random() < 0.5 ? { does, share: random() } : { does, share: 1, says: { usage: pick(LIES) } }
  }
  const limits = random() < 0.5 ? { tokens: 1 + Math.floor(random() * 60_000) } : { costUsd: random() * 0.2 }
  return { seed, reply, fates, limits }
}

/** Counts what it charges, over all processes that ask it. */
export class Provider {
  tokens = 0
  costUsd = 0
  requests = 0
  readonly #case: Case

  constructor(of: Case) {
    this.#case = of
  }

  /** The model as one process has it. After its death no call of it returns. */
  process(): { readonly model: Model; readonly died: Promise<void> } {
    const { promise: died, resolve: die } = Promise.withResolvers<void>()
    let isDead = false
    const generate = async (request: ModelRequest): Promise<ModelResponse> => {
      for (;;) {
        const fate: Fate = isDead ? { does: 'dies', share: 0 } : this.#case.fates()
        const truth = this.#charge(request, fate)
        switch (fate.does) {
          case 'retries':
          case 'late':
            await request.onRetry?.(attempt(fate.does === 'retries'))
            continue
          case 'half':
            throw new Error('socket closed')
          case 'lost':
            throw new SkillStateError('model-failed', 'reset', {
              cause: Object.assign(new Error('reset'), attempt(true)),
            })
          case 'dies':
            isDead = true
            die()
            await new Promise(() => {})
        }
        const text = fate.does === 'reply' ? this.#case.reply : '{"action": 1}'
        const usage = (fate.says === undefined ? truth : fate.says.usage) as Usage
        return { text, finishReason: 'stop', model: 'provider-1', usage }
      }
    }
    return { model: { id: 'provider', capabilities, generate }, died }
  }

  #charge(request: ModelRequest, { share }: Fate): Usage {
    const most = maxUsage(request, capabilities)
    const inputTokens = Math.floor(most.inputTokens * share)
    const outputTokens = Math.floor((most.outputTokens ?? 0) * share)
    this.requests += 1
    this.tokens += inputTokens + outputTokens
    this.costUsd += maxCost({ inputTokens, outputTokens }, prices)
    return { inputTokens, outputTokens }
  }
}

/** A 429 that came late is not charged. */
function attempt(mayBeCharged: boolean): FailedAttempt {
  return { code: 'model-failed', message: mayBeCharged ? 'reset' : '429', mayBeCharged }
}
