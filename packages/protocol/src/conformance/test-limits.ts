import type { Limits } from '../meter/limits.ts'
import type { Model } from '../model/model.ts'
import { type Case, Provider, seededCase } from './limits/provider.ts'
import { ensure } from './rules/ensure.ts'
import { type Check, toCheck } from './rules/rule.ts'

/**
 * Plays with the model below the limits, or goes on with what was played, as a process of its own does: it finds what is on
 * record, and nothing else. May throw. Need not return if a call of the model does not: the process has died in it.
 */
export type PlayLimited = (model: Model, limits: Pick<Limits, 'tokens' | 'costUsd'>) => Promise<unknown>

interface LimitSuiteOptions {
  /** Gives something new to play, of which nothing is spent. */
  readonly open: () => PlayLimited | Promise<PlayLimited>
  /** A reply of the model that can be used. */
  readonly reply: string
  /** How many seeded providers are tried, each over several processes. Default 100. */
  readonly cases?: number | undefined
}

/** How many processes play, one after the other. */
const PROCESSES = 8

/**
 * What everything must keep to that has a limit of tokens or cost: what the provider charges never exceeds it, with lost and
 * halved answers, retries within a call, usage that cannot be true, and processes that die in a call.
 *
 * @example
 * ```ts
 * import { testLimits } from '@skill-state/protocol/conformance'
 * import { generateMetered, Meter } from '@skill-state/protocol/meter'
 *
 * let meter: Meter | undefined
 * const checks = testLimits({
 *   reply: 'Noted.',
 *   open: () => async (model, limits) => {
 *     meter ??= new Meter(limits)
 *     for (;;) await generateMetered(model, { prompt: 'Hello.' }, { spendings: [meter] })
 *   },
 * })
 * console.log(checks.map(({ name }) => name))
 * ```
 */
export function testLimits({ open, reply, cases = 100 }: LimitSuiteOptions): readonly Check[] {
  return [
    toCheck({
      name: 'is never charged more than its limit',
      mend: 'reserve the most that a call could use on record before it is sent, and each retry anew',
      run: async () => {
        for (let seed = 1; seed <= cases; seed += 1) await playAll(await open(), seededCase(seed, reply))
      },
    }),
    toCheck({
      name: 'sends calls as long as there is room for them',
      mend: 'settle a reservation by what the reply says it used',
      run: async () => {
        const provider = new Provider({
          seed: 0,
          reply,
          fates: () => ({ does: 'reply', share: 0.1 }),
          limits: {},
        })
        await finished(await open(), provider, { tokens: 1e9 })
        ensure(provider.requests > 0, 'at least one request', provider.requests)
      },
    }),
  ]
}

async function playAll(play: PlayLimited, each: Case): Promise<void> {
  const provider = new Provider(each)
  for (let process = 0; process < PROCESSES; process += 1) {
    await finished(play, provider, each.limits)
    const { tokens = Infinity, costUsd = Infinity } = each.limits
    const seen = { seed: each.seed, tokens: provider.tokens, costUsd: provider.costUsd }
    const isKept = provider.tokens <= tokens && provider.costUsd <= costUsd + 1e-9
    ensure(isKept, `at most ${JSON.stringify(each.limits)} to be charged`, seen)
  }
}

/** Plays until it ends, or dies. */
async function finished(play: PlayLimited, provider: Provider, limits: Case['limits']): Promise<void> {
  const { model, died } = provider.process()
  await Promise.race([play(model, limits).catch(() => {}), died])
  await new Promise((resolve) => setTimeout(resolve)) // what had its answer before the death is on record by now
}
