import { chargeOf, environmentCalls, type Trace, type TraceStore } from '@skill-state/eval'
import { flagOf } from '@skill-state/eval/command-line'
import { known, type Model, type Usage } from '@skill-state/protocol'
import {
  addCharges,
  type Charge,
  checkLimits,
  type Limits,
  type LimitWords,
  NO_CHARGE,
} from '@skill-state/protocol/meter'
import type { Request } from '../request.ts'

/** What to do if something is not known of the model that options are about. */
const TELL_US: LimitWords = {
  name: flagOf,
  reply: 'give --max-output-tokens',
  prices:
    'give them in a file by --model-info, as {"prices": {"date": "…", "input": …, "output": …}} in USD per million tokens',
}

/** What to do if something is not known of a model that no option is about. */
export const CHOOSE_ANOTHER: LimitWords = {
  name: flagOf,
  reply: 'choose another model there, or leave the limit out',
  prices: 'choose another model there, or limit the run by --max-tokens',
}

export const OF_EPISODE: LimitWords = { ...TELL_US, name: (limit) => `the limit of an episode's ${limit}` }

/** The limits of a run. Throws `invalid-option` with an advice if the most that a call could use is not known. */
export function limitsOf(
  { maxTokens: tokens, maxCost: costUsd }: Pick<Request, 'maxTokens' | 'maxCost'>,
  model: Model,
  words: LimitWords = TELL_US,
): Limits {
  const limits = known({ tokens, costUsd })
  checkLimits(limits, model, words)
  return limits
}

type Recorded = Pick<TraceStore, 'traces' | 'aside'>

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

/** Of the environment's own models, such as a simulated user. */
function environmentCharge(trace: Trace): Charge {
  const calls = environmentCalls(trace).filter(({ replayed }) => replayed === undefined)
  const older = sumsOfUser(trace)
  return {
    tokens: sum(calls.map(({ usage }) => tokensOf(usage))) + older.tokens,
    costUsd: sum(calls.map(({ cost = 0 }) => cost)) + older.costUsd,
  }
}

/** What traces say of a simulated user that are older than its calls on record, if their episode has ended. */
function sumsOfUser({ end }: Trace): Charge {
  const { userInputTokens = 0, userOutputTokens = 0, userCost = 0 } = end?.outcome?.metrics ?? {}
  return { tokens: userInputTokens + userOutputTokens, costUsd: userCost }
}

const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: Usage): number => inputTokens + outputTokens

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What the calls on record of a run have used, those of episodes that were cut off too. */
export async function spentIn(
  store: Recorded,
  { capabilities = {} }: Pick<Model, 'capabilities'>,
): Promise<Charge> {
  let spent = NO_CHARGE
  for await (const trace of paidTraces(store)) {
    spent = addCharges(spent, addCharges(chargeOf(trace, capabilities), environmentCharge(trace)))
  }
  return spent
}
