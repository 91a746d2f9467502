import { mergeState, State } from '@skill-state/core'
import { billSteps, layouts } from '@skill-state/core/layouts'
import { type Message, PromptCache } from '@skill-state/protocol'
import type { CostCase } from './cases.ts'

export const WAYS = ['transcript', 'whole', 'stableFirst', 'overlay', 'baseLog', 'auto'] as const

export type Way = (typeof WAYS)[number]

type Count = ConstructorParameters<typeof PromptCache>[0]
export type CacheRules = NonNullable<ConstructorParameters<typeof PromptCache>[1]>

export interface BillOptions {
  readonly steps: number
  readonly rules: CacheRules
  readonly count: Count
}

/** Input of a session in one way of asking, in tokens at the full price: at each step the sum so far. */
export function bill(session: CostCase, way: Way, options: BillOptions): readonly number[] {
  const cache = new PromptCache(options.count, options.rules)
  let sum = 0
  const sums: number[] = []
  for (const { cost } of (way === 'transcript' ? transcript : asState(way))(session, cache, options)) {
    sum += cost
    sums.push(sum)
  }
  return sums
}

type Charges = ReturnType<typeof billSteps>

function* transcript(
  { head, patch, observation }: CostCase,
  cache: PromptCache,
  { steps }: BillOptions,
): Charges {
  const messages: Message[] = [{ role: 'system', text: head }]
  const ends: number[] = []
  for (let step = 0; step < steps; step += 1) {
    messages.push({ role: 'user', text: observation(step) })
    ends.push(messages.reduce((sum, { text }) => sum + text.length, 0))
    yield cache.send({ prompt: messages, cacheBreakpoints: ends })
    messages.push({ role: 'assistant', text: `{"action": ${JSON.stringify(Object.keys(patch(step)))}}\n` })
  }
}

function asState(way: Exclude<Way, 'transcript'>) {
  return ({ head: instructions, ...session }: CostCase, cache: PromptCache, given: BillOptions): Charges => {
    const { read = 0.1, write = 1, minimum } = given.rules
    const prices = { input: 1, cacheRead: read, cacheWrite: write }
    const options = { prices, minCachedTokens: minimum, headChars: instructions.length }
    return billSteps(
      {
        ...session,
        steps: given.steps,
        skill: { instructions },
        form: { prompt: 'messages', answer: 'json' },
        request: { cacheBreakpoints: [instructions.length] },
        layout: way === 'whole' ? undefined : layouts[way](options),
      },
      cache,
    )
  }
}

/**
 * What no layout can go below: at each step the newest patch and the observation at the full price, all else from the cache, the
 * first time at the full price too.
 */
export function floor(session: CostCase, { steps, rules, count }: BillOptions): number {
  const { read = 0.1 } = rules
  let state = State.from(session.initial)
  let cost = (1 - read) * (count(session.head) + count(state.text))
  for (let step = 0; step < steps; step += 1) {
    const before = step === 0 ? '' : JSON.stringify(session.patch(step - 1))
    cost +=
      read * (count(session.head) + count(state.text)) +
      count(session.observation(step)) +
      (1 - read) * count(before)
    state = mergeState(state, session.patch(step)).after
  }
  return cost
}

/** The first step from which on a way costs no more than another; undefined if it never does. */
export function breakEven(way: readonly number[], other: readonly number[]): number | undefined {
  const last = way.findLastIndex((sum, step) => sum > (other[step] ?? 0))
  return last === way.length - 1 ? undefined : last + 1
}
