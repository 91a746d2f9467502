import type { Episode, SuiteEvent } from '@skill-state/eval'
import type { PriceSheet } from '@skill-state/protocol'
import type { Conditions } from '../plan/conditions.ts'

export interface ProgressRun {
  readonly folder: string
  readonly experiment: string
  readonly model: Conditions['model']['name']
  readonly episodes: readonly Pick<Episode, 'benchmark' | 'task' | 'runtime'>[]
  readonly prices?: PriceSheet | undefined
}

/** What is between here and the providers now. */
export interface Load {
  readonly inFlight: number
  /** Calls that wait until they may be sent. */
  readonly waiting: number
  /** Attempts that a provider answered with "too many requests" (429). */
  readonly limited: number
  /** Tokens a minute that calls may use, of the keys for which there is a limit; absent if there is none. */
  readonly tokensPerMinute?: number | undefined
}

/** Shows how far a command is. Every method returns at once. */
export interface Progress {
  onEvent(run: number, event: SuiteEvent): void
  /** Says one line beside the figures. */
  onLine(line: string): void
  /** Shows the last figures, and releases the screen. */
  close(): void
  /** Says how the command ends: its exit code, and where the report is, if there is one. */
  finish(end: { readonly exitCode: number; readonly report?: string }): void
}
