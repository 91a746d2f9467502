import { type Certificate, replyRequest } from '@skill-state/core'
import { billSteps, layouts } from '@skill-state/core/layouts'
import { costOf, invalidOption, PromptCache, requestLength } from '@skill-state/protocol'
import { ToolWorld } from '@skill-state/tools'
import type { Blueprint } from '../session/blueprint.ts'
import { addSpending, NOTHING, type Spending } from '../session/spending.ts'
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
  /** Input in each layout, in tokens at the full price. */
  readonly layouts: Readonly<Record<'whole' | keyof typeof layouts, number>>
  /** All of it in one line for a person. */
  readonly line: string
}

type Agent = Pick<Blueprint, 'skill' | 'model' | 'world' | 'run'>

export function estimateOf(agent: Agent, certificate: Certificate, options: EstimateOptions): Estimate {
  const { turns, usual = [] } = options
  for (const [name, count] of Object.entries({ turns, calls: options.calls ?? 1 }))
    if (!Number.isSafeInteger(count) || count < 1)
      throw invalidOption(`${name}: expected a whole number from 1, found ${count}`)
  const sizes = sizesOf(usual.reduce(addSpending, NOTHING), {
    certificate,
    initial: agent.skill.initialState.text.length,
  })
  const { calls = Math.max(1, Math.round(turns * sizes.callsPerTurn)) } = options
  const { own, layouts: byLayout } = billsOf(agent, sizes, calls)
  const { prices } = agent.model.capabilities ?? {}
  const usage = { ...own, outputTokens: calls * sizes.replyTokens }
  const known = {
    calls,
    inputTokens: Math.round(usage.inputTokens),
    cachedInputTokens: Math.round(usage.cachedInputTokens),
    outputTokens: Math.round(usage.outputTokens),
    costUsd: prices && costOf(usage, prices),
    layouts: byLayout,
  }
  return { ...known, line: lineOf(turns, known, certificate) }
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

/** The input of so many steps in the agent's own layout, and what it costs in each. */
function billsOf(
  { skill, model, world, run }: Agent,
  sizes: Sizes,
  calls: number,
): { readonly own: Bill; readonly layouts: Estimate['layouts'] } {
  const { prices, cacheMinimumTokens: minCachedTokens } = model.capabilities ?? {}
  const reply = { ...run.reply, observation: run.observation?.form }
  const { form, request } = replyRequest(skill, new ToolWorld(world), reply)
  const headChars = requestLength({ ...request, prompt: skill.skill.instructions })
  const bill = (layout: StateLayout | undefined): Bill => {
    const cache = PromptCache.of(model.capabilities ?? {}, sizes.count)
    const session = { skill: skill.skill, form, request, layout, steps: calls, ...sizes.session }
    return sumOf(billSteps(session, cache))
  }
  const costs = Object.entries(layouts).map(
    ([name, layout]) => [name, bill(layout({ prices, minCachedTokens, headChars })).cost] as const,
  )
  const whole = bill(undefined)
  const all = Object.fromEntries([['whole', whole.cost], ...costs]) as Estimate['layouts']
  return { own: run.reply?.layout ? bill(run.reply.layout) : whole, layouts: all }
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
  { calls, inputTokens, cachedInputTokens, outputTokens, costUsd }: Omit<Estimate, 'line'>,
  certificate: Certificate,
): string {
  const most = certificate.bounded
    ? `no call sends more than ${whole(certificate.promptChars)} characters`
    : 'the prompt has no bound'
  const dollars = costUsd === undefined ? '' : `, about $${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`
  return `${whole(turns)} messages, about ${whole(calls)} calls: ${whole(inputTokens)} tokens in (${whole(cachedInputTokens)} from the cache), ${whole(outputTokens)} out${dollars}; ${most}`
}

const whole = (count: number): string => Math.round(count).toLocaleString('en')
