import { chargeOf, environmentCalls, type Trace, type TraceStore } from '@skill-state/eval'
import type { Model, Usage } from '@skill-state/protocol'
import { addCharges, type Charge, NO_CHARGE } from '@skill-state/protocol/meter'

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
