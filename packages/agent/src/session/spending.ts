import { type JournalStore, spendings } from '@skill-state/core/journal'

type Step = ReturnType<typeof spendings> extends Generator<infer S> ? S : never
type Parts = Step['parts']
type Part = Parts['state']

/** What a session has used, part by part: sums over its answered steps. */
export interface Spending {
  readonly steps: number
  /** Calls of the model, retries included. */
  readonly calls: number
  readonly replies: number
  /** UTF-16 units of the patches. */
  readonly patchChars: number
  /** `chars` in UTF-16 units, of one call a step. Tokens of all calls, as `spent` counts them; undefined if nothing is on record. */
  readonly parts: Parts
}

/** Reads a journal from its beginning. Retries count with the parts that they repeat; calls that led to no step are left out. */
export function spendingIn(journal: JournalStore): Spending {
  let sum = NOTHING
  for (const { modelCalls, isReply, patchChars, parts } of spendings(journal))
    sum = addSpending(sum, { steps: 1, calls: modelCalls, replies: isReply ? 1 : 0, patchChars, parts })
  return sum
}

export function addSpending(one: Spending, other: Spending): Spending {
  const names = Object.keys(other.parts) as (keyof Parts)[]
  return {
    steps: one.steps + other.steps,
    calls: one.calls + other.calls,
    replies: one.replies + other.replies,
    patchChars: one.patchChars + other.patchChars,
    parts: Object.fromEntries(
      names.map((name) => [name, addPart(one.parts[name], other.parts[name])]),
    ) as Parts,
  }
}

function addPart(one: Part, other: Part): Part {
  return {
    chars: one.chars + other.chars,
    tokens: plus(one.tokens, other.tokens),
    cachedTokens: plus(one.cachedTokens, other.cachedTokens),
  }
}

/** Undefined only if neither is known. */
function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

const NONE: Part = { chars: 0, tokens: undefined, cachedTokens: undefined }

export const NOTHING: Spending = {
  steps: 0,
  calls: 0,
  replies: 0,
  patchChars: 0,
  parts: { tools: NONE, schema: NONE, instructions: NONE, state: NONE, observation: NONE, reply: NONE },
}
