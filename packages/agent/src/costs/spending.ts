import { spendings } from '@skill-state/core/costs'
import type { JournalStore } from '@skill-state/core/journal'

type Step = ReturnType<typeof spendings> extends Generator<infer S> ? S : never
type PartName = keyof Step['parts']

/** What a session has used, part by part: sums over its answered steps. */
export interface Spending {
  readonly steps: number
  /** Answers to the user. */
  readonly replies: number
  /** UTF-16 units of the patches. */
  readonly patchChars: number
  /** `chars` in UTF-16 units; tokens as the provider counts them, undefined if it does not. */
  readonly parts: Step['parts']
}

/** Reads a journal from its beginning. Retries count with the parts that they repeat; calls that led to no step are not in it. */
export function spendingIn(journal: JournalStore): Spending {
  const sum = { steps: 0, replies: 0, patchChars: 0 }
  const parts: Partial<Record<PartName, Step['parts'][PartName]>> = {}
  for (const step of spendings(journal)) {
    sum.steps += 1
    sum.replies += step.isReply ? 1 : 0
    sum.patchChars += step.patchChars
    for (const [name, part] of Object.entries(step.parts) as [PartName, Step['parts'][PartName]][]) {
      const { chars = 0, tokens, cachedTokens } = parts[name] ?? {}
      parts[name] = {
        chars: chars + part.chars,
        tokens: plus(tokens, part.tokens),
        cachedTokens: plus(cachedTokens, part.cachedTokens),
      }
    }
  }
  return { ...sum, parts: parts as Step['parts'] }
}

/** Undefined only if neither is known. */
function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}
