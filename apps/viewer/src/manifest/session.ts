import type { JsonObject } from '@skill-state/protocol'
import type { EpisodeRow } from './manifest.ts'
import type { Trace } from './trace.ts'

/** A session as the page loads it. */
export interface SessionDocument {
  readonly trace: Trace
  /** Σ_0, Σ_1, … */
  readonly states: readonly JsonObject[]
  /** By step, as the first attempt sent it; null if the journal does not say how the model was asked. */
  readonly prompts: readonly (string | undefined)[]
  /** What the session waits for; absent if for nothing. */
  readonly waiting?: string | undefined
  readonly row: Omit<EpisodeRow, 'run' | 'bytes'>
}
