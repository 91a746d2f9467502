import {
  type CallLine,
  type Charge,
  environmentCalls,
  type SpendingLimits,
  type Store,
  type Trace,
} from '@skill-state/eval'
import {
  costOf,
  invalidOption,
  type Model,
  mostCost,
  type PriceSheet,
  type Usage,
} from '@skill-state/protocol'
import { defined } from '../defined.ts'
import type { Request } from '../request.ts'

/** What to do if something is not known of the model that options are about. */
const TELL_US = {
  reply: 'give --max-output-tokens',
  prices:
    'give them in a file by --model-info, as {"prices": {"date": "…", "input": …, "output": …}} in USD per million tokens',
}

/** What to do if something is not known of a model that no option is about. */
export const CHOOSE_ANOTHER: typeof TELL_US = {
  reply: 'choose another model there, or leave the limit out',
  prices: 'choose another model there, or limit the run by --max-tokens',
}

/** The limits of a run. Throws `invalid-option` with an advice if the most that a call could use is not known. */
export function limitsOf(
  { maxTokens: tokens, maxCost: cost }: Pick<Request, 'maxTokens' | 'maxCost'>,
  { id, capabilities = {} }: Model,
  advice: typeof TELL_US = TELL_US,
): SpendingLimits {
  const option = cost === undefined ? '--max-tokens' : '--max-cost'
  if ((tokens ?? cost) !== undefined && capabilities.maxOutputTokens === undefined) {
    throw invalidOption(`${option}: the longest reply of model ${id} is not known; ${advice.reply}`)
  }
  if (cost !== undefined && capabilities.prices === undefined) {
    throw invalidOption(`--max-cost: no prices of model ${id} are known; ${advice.prices}`)
  }
  return defined({ tokens, cost })
}

type Recorded = Pick<Store, 'traces' | 'aside'>

/**
 * The traces of all that was paid for, each call in one of them: of an episode that was retried, the new trace holds those
 * up to its last step.
 */
async function* paidTraces(store: Recorded): AsyncGenerator<Trace> {
  for await (const trace of store.traces()) if (trace.episode.copiedFrom === undefined) yield trace
  for await (const trace of store.aside()) yield trace.end === undefined ? trace : lastTry(trace)
}

/** What the step took in which an episode failed. */
function lastTry(trace: Trace): Trace {
  const { reset: _, ...rest } = trace
  const calls = trace.calls.filter(({ step }) => step >= trace.steps.length)
  return { ...rest, calls, attempts: [], steps: [] } // the new trace has all attempts
}

/** What an agent's calls have used; unknown counts are left out. */
export function chargeOf(
  calls: readonly Pick<CallLine, 'usage' | 'replayed'>[],
  prices: PriceSheet | undefined,
): Charge {
  const usages = paid(calls).map(({ usage }) => usage)
  return {
    tokens: sum(usages.map(tokensOf)),
    cost: sum(usages.map((usage) => (prices && costOf(usage, prices)) ?? 0)),
  }
}

/** What requests that gave no response can have used at most, if they may be charged. */
function lostCharge({ attempts }: Trace, prices: PriceSheet | undefined): Charge {
  const most = attempts.flatMap(({ mayBeCharged, atMost }) => (mayBeCharged && atMost ? [atMost] : []))
  return {
    tokens: sum(most.map(tokensOf)),
    cost: sum(
      most.map(({ inputTokens, outputTokens = 0 }) =>
        prices === undefined ? 0 : mostCost({ inputTokens, outputTokens }, prices),
      ),
    ),
  }
}

/** Of the environment's own models, such as a simulated user. */
function environmentCharge(trace: Trace): Charge {
  const calls = paid(environmentCalls(trace))
  const older = sumsOfUser(trace)
  return {
    tokens: sum(calls.map(({ usage }) => tokensOf(usage))) + older.tokens,
    cost: sum(calls.map(({ cost = 0 }) => cost)) + older.cost,
  }
}

/** What traces say of a simulated user that are older than its calls on record, if their episode has ended. */
function sumsOfUser({ end }: Trace): Charge {
  const { userInputTokens = 0, userOutputTokens = 0, userCost = 0 } = end?.outcome?.metrics ?? {}
  return { tokens: userInputTokens + userOutputTokens, cost: userCost }
}

function paid<T extends { readonly replayed?: unknown }>(calls: readonly T[]): readonly T[] {
  return calls.filter(({ replayed }) => replayed === undefined)
}

function tokensOf({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** What the calls on record of a run have used, those of episodes that were cut off too. */
export async function spentIn(
  store: Recorded,
  { capabilities = {} }: Pick<Model, 'capabilities'>,
): Promise<Charge> {
  let [tokens, cost] = [0, 0]
  for await (const trace of paidTraces(store)) {
    const { prices } = capabilities
    for (const charge of [
      chargeOf(trace.calls, prices),
      lostCharge(trace, prices),
      environmentCharge(trace),
    ]) {
      tokens += charge.tokens
      cost += charge.cost
    }
  }
  return { tokens, cost }
}
