import { chargeOf, environmentCalls, type Trace, type TraceStore } from '@skill-state/eval'
import type { Model } from '@skill-state/protocol'
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

function lastTry(trace: Trace): Trace {
  const { reset: _, ...rest } = trace
  const calls = trace.calls.filter(({ step }) => step >= trace.steps.length)
  return { ...rest, calls, attempts: [], steps: [] } // the new trace has all attempts
}

/** Of the environment's own models, such as a simulated user. */
function environmentCharge(trace: Trace): Charge {
  return environmentCalls(trace)
    .filter(({ replayed }) => replayed === undefined)
    .map(({ usage: { inputTokens = 0, outputTokens = 0 }, cost = 0 }): Charge => {
      return { tokens: inputTokens + outputTokens, costUsd: cost }
    })
    .reduce(addCharges, NO_CHARGE)
}

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
