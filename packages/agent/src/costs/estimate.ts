import { type Certificate, replyRequest } from '@skill-state/core'
import { billSteps, layouts } from '@skill-state/core/layouts'
import { costOf, invalidOption, PromptCache, requestLength, type Usage } from '@skill-state/protocol'
import { ToolWorld } from '@skill-state/tools'
import type { Blueprint } from '../session/blueprint.ts'
import { addSpending, NOTHING, type Spending } from '../session/spending.ts'
import { type Range, rangeOf, shareOf } from './range.ts'
import { type Sizes, sizesOf } from './usual-sizes.ts'

export interface EstimateOptions {
  /** Messages of the user. */
  readonly turns: number
  /** Calls of the model, if they can be told. Default: as many for each message as usual. */
  readonly calls?: number | undefined
  /** What earlier sessions have used (`session.spending()`), as the measure of a step. Default: guesses. */
  readonly usual?: readonly Spending[] | undefined
}

/** What a session is likely to take. */
export interface Estimate {
  readonly calls: number
  readonly inputTokens: number
  /** The part of `inputTokens` that the provider's cache is likely to give. */
  readonly cachedInputTokens: number
  readonly outputTokens: number
  /** US dollars; undefined if the model's prices are not known. */
  readonly costUsd: number | undefined
  /** What most sessions take; undefined with fewer than five earlier sessions that say what they used. */
  readonly range?: EstimateRange | undefined
  /** Input in each layout, in tokens at the full price. */
  readonly layouts: Readonly<Record<'whole' | keyof typeof layouts, number>>
  /** All of it in one line for a person. */
  readonly line: string
}

/** The spread of the earlier sessions around the estimates that would have been made of them. */
interface EstimateRange {
  readonly calls: Range
  /** US dollars; undefined if the model's prices are not known. */
  readonly costUsd: Range | undefined
  /** Share of the sessions that lie inside, if the earlier sessions are like the ones to come: 0.9, or less with few of them. */
  readonly share: number
}

type Agent = Pick<Blueprint, 'skill' | 'model' | 'world' | 'run'>

export function estimateOf(agent: Agent, certificate: Certificate, options: EstimateOptions): Estimate {
  const { turns, usual = [] } = options
  wholeNumber('turns', turns, 1)
  wholeNumber('calls', options.calls ?? 1, 1)
  const sizes = sizesOf(usual.reduce(addSpending, NOTHING), {
    certificate,
    initial: agent.skill.initialState.text.length,
  })
  const billed = billing(agent, sizes)
  const { calls, usage } = billed.forecast(turns, options.calls)
  const { prices } = billed
  const known = {
    calls,
    inputTokens: Math.round(usage.inputTokens),
    cachedInputTokens: Math.round(usage.cachedInputTokens),
    outputTokens: Math.round(usage.outputTokens),
    costUsd: prices && costOf(usage, prices),
    layouts: billed.costsByLayout(calls),
  }
  const range = rangesOf(billed, options, known)
  return { ...known, range, line: lineOf(turns, { ...known, range }, certificate) }
}

type StateLayout = ReturnType<typeof layouts.auto>

interface Bill {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  /** In tokens at the full price. */
  readonly cost: number
}

const NO_BILL: Bill = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, cost: 0 }

interface Forecast {
  readonly calls: number
  readonly usage: Bill & { readonly outputTokens: number }
}

/** Each earlier session beside the estimate that its number of messages, or of calls, would have given. */
function rangesOf(
  { prices, forecast }: ReturnType<typeof billing>,
  { turns, calls, usual = [] }: EstimateOptions,
  known: Pick<Estimate, 'calls' | 'costUsd'>,
): EstimateRange | undefined {
  const ended = usual.filter(({ replies, parts }) => replies > 0 && parts.reply.tokens !== undefined)
  const share = shareOf(ended.length)
  if (share === 0) return undefined
  const made = new Map<number, Forecast>()
  const compared = ended.map((session) => {
    const { replies } = session
    const size = calls === undefined ? replies : session.calls
    const before = made.get(size) ?? forecast(replies, calls && session.calls)
    made.set(size, before)
    // What was written into a cache is not on record.
    const estimated = prices && costOf({ ...before.usage, cacheWriteTokens: 0 }, prices)
    const cost = prices && costOf(usageIn(session), prices)
    return {
      turns: replies,
      calls: session.calls / before.calls,
      cost: cost && estimated ? cost / estimated : 1,
    }
  })
  const of = (name: 'calls' | 'cost', estimate: number): Range =>
    rangeOf(
      estimate,
      turns,
      compared.map((each) => ({ turns: each.turns, ratio: each[name] })),
    )
  return {
    calls: of('calls', known.calls),
    costUsd: known.costUsd === undefined ? undefined : of('cost', known.costUsd),
    share,
  }
}

/** Bills of sessions of these sizes, by what the agent asks its model. */
function billing({ skill, model, world, run }: Agent, sizes: Sizes) {
  const { prices, cacheMinimumTokens: minCachedTokens } = model.capabilities ?? {}
  const reply = { ...run.reply, observation: run.observation?.form }
  const { form, request } = replyRequest(skill, new ToolWorld(world), reply)
  const bill = (calls: number, layout: StateLayout | undefined): Bill => {
    const cache = PromptCache.of(model.capabilities ?? {}, sizes.count)
    const session = { skill: skill.skill, form, request, layout, steps: calls, ...sizes.session }
    return sumOf(billSteps(session, cache))
  }
  return {
    prices,
    /** A session of so many messages, and of so many calls if they are known. */
    forecast: (turns: number, known: number | undefined): Forecast => {
      const calls = known ?? Math.max(1, Math.round(turns * sizes.callsPerTurn))
      const usage = { ...bill(calls, run.reply?.layout), outputTokens: calls * sizes.replyTokens }
      return { calls, usage }
    },
    /** The input of so many calls in each layout. */
    costsByLayout: (calls: number): Estimate['layouts'] => {
      const headChars = requestLength({ ...request, prompt: skill.skill.instructions })
      const costs = Object.entries(layouts).map(([name, layout]) => {
        return [name, bill(calls, layout({ prices, minCachedTokens, headChars })).cost] as const
      })
      const whole = ['whole', bill(calls, undefined).cost] as const
      return Object.fromEntries([whole, ...costs]) as Estimate['layouts']
    },
  }
}

function sumOf(charged: Iterable<ReturnType<PromptCache['send']>>): Bill {
  let sum = NO_BILL
  for (const { input, cached, written, cost } of charged) {
    sum = {
      inputTokens: sum.inputTokens + input,
      cachedInputTokens: sum.cachedInputTokens + cached,
      cacheWriteTokens: sum.cacheWriteTokens + written,
      cost: sum.cost + cost,
    }
  }
  return sum
}

function lineOf(
  turns: number,
  { calls, inputTokens, cachedInputTokens, outputTokens, costUsd, range }: Omit<Estimate, 'line'>,
  certificate: Certificate,
): string {
  const most = certificate.bounded
    ? `no call sends more than ${whole(certificate.promptChars)} characters`
    : 'the prompt has no bound'
  const spread = range && ` (${whole(range.calls.low)} to ${whole(range.calls.high)})`
  const spent = range?.costUsd && ` (${dollars(range.costUsd.low)} to ${dollars(range.costUsd.high)})`
  const price = costUsd === undefined ? '' : `, about ${dollars(costUsd)}${spent ?? ''}`
  const share = range ? `; ${whole(100 * range.share)} % of such sessions lie in these ranges` : ''
  return `${whole(turns)} messages, about ${whole(calls)} calls${spread ?? ''}: ${whole(inputTokens)} tokens in (${whole(cachedInputTokens)} from the cache), ${whole(outputTokens)} out${price}${share}; ${most}`
}

/** Throws `invalid-option` for anything but a whole number from `least`. */
export function wholeNumber(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return
  throw invalidOption(`${option}: expected a whole number from ${least}, found ${value}`)
}

const whole = (count: number): string => Math.round(count).toLocaleString('en')

const dollars = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`

function usageIn({ parts: { reply, ...sent } }: Spending): Usage {
  const sum = (name: 'tokens' | 'cachedTokens'): number =>
    Object.values(sent).reduce((all, part) => all + (part[name] ?? 0), 0)
  return { inputTokens: sum('tokens'), cachedInputTokens: sum('cachedTokens'), outputTokens: reply.tokens }
}
