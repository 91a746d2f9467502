import {
  type CallLine,
  type Charge,
  costOf,
  type RunFolder,
  readTraces,
  type SpendingLimits,
  tracesAside,
} from '@skill-state/eval'
import type { Model } from '@skill-state/protocol'
import { number, positiveInteger } from './options.ts'
import { UsageError } from './usage-error.ts'

/** Options of `bench run` that limit a whole run, as typed. */
export interface LimitFlags {
  readonly maxTokens?: string
  readonly maxCost?: string
}

/** The limits of a run. Throws `UsageError` where the most that a call could use is not known. */
export function readLimits(
  { maxTokens, maxCost }: LimitFlags,
  { id, capabilities = {} }: Model,
): SpendingLimits {
  const tokens = maxTokens === undefined ? undefined : positiveInteger('--max-tokens', maxTokens)
  const cost = maxCost === undefined ? undefined : number('--max-cost', maxCost)
  const option = cost === undefined ? '--max-tokens' : '--max-cost'
  if ((tokens ?? cost) !== undefined && capabilities.maxOutputTokens === undefined) {
    throw new UsageError(`${option}: the longest reply of model ${id} is not known; give --max-output-tokens`)
  }
  if (cost !== undefined && capabilities.prices === undefined) {
    throw new UsageError(
      `--max-cost: no prices of model ${id} are known; give them in a file by --model-info, as {"prices": {"date": "…", "input": …, "output": …}} in USD per million tokens`,
    )
  }
  return { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) }
}

/** The calls of all traces, each once: of an episode that was retried, the trace holds those up to its last step. */
function* paidCalls(folder: RunFolder): Generator<readonly CallLine[]> {
  for (const { calls, episode } of readTraces(folder)) if (episode.copiedFrom === undefined) yield calls
  for (const { calls, steps, end } of tracesAside(folder.path)) {
    yield end === undefined ? calls : calls.filter(({ step }) => step >= steps.length)
  }
}

/**
 * What a simulated user's model has used, by the metrics of each outcome: its calls are not on record one by one. Of an
 * episode that was cut off nobody knows.
 */
function* userCharges(folder: RunFolder): Generator<Charge> {
  for (const { end } of readTraces(folder)) {
    if (end === undefined || end.status === 'failed') continue
    const { userInputTokens = 0, userOutputTokens = 0, userCost = 0 } = end.outcome.metrics ?? {}
    yield { tokens: userInputTokens + userOutputTokens, cost: userCost }
  }
}

/** What the calls on record in a folder have used, those of episodes that were cut off too. */
export function spentIn(folder: RunFolder, { capabilities = {} }: Model): Charge {
  let [tokens, cost] = [0, 0]
  for (const calls of paidCalls(folder)) {
    for (const { usage, replayed } of calls) {
      if (replayed !== undefined) continue
      tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
      cost += capabilities.prices === undefined ? 0 : (costOf(usage, capabilities.prices) ?? 0)
    }
  }
  for (const charge of userCharges(folder)) {
    tokens += charge.tokens
    cost += charge.cost
  }
  return { tokens, cost }
}
