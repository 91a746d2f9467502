import type { JsonObject } from '@skill-state/protocol'
import type { Trace } from './trace.ts'

/** Steps of a session that the page loads at once: a long one comes in windows. */
export const WINDOW_STEPS = 500

/** What a step has used, part by part, in the order in which a provider compares the parts with its cache. */
export type StepParts = Readonly<
  Record<
    string,
    {
      readonly chars: number
      readonly tokens?: number | undefined
      readonly cachedTokens?: number | undefined
    }
  >
>

/** A window of a session as the page loads it: its lists begin with step `from`. */
export interface SessionDocument {
  readonly from: number
  readonly trace: Trace
  /** Σ_from, … */
  readonly states: readonly JsonObject[]
  /** By step, as the first attempt sent it; null if the journal does not say how the model was asked. */
  readonly prompts: readonly (string | undefined)[]
  readonly parts: readonly StepParts[]
  /** What the session waits for; absent if for nothing, or if later steps follow. */
  readonly waiting?: string | undefined
}
