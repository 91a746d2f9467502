import type { EpisodeFigures } from '@skill-state/eval'
import type { Spread } from '@skill-state/eval/statistics'
import type { Mistakes } from '../measured/mistakes.ts'
import type { BreakEven } from './break-even.ts'
import type { Cell } from './cells.ts'
import type { Curve } from './curves.ts'
import type { Growth } from './growth.ts'
import type { Published } from './published.ts'
import type { Success } from './success.ts'
import type { Comparison } from './tests.ts'

export interface Row extends Cell {
  readonly terminated: number
  readonly truncated: number
  readonly failed: number
  /** Failed episodes that count as far as they got, because the model's replies ended them; absent if there are none. */
  readonly scoredFailures?: number | undefined
  /** Episodes in which a step had no readable reply, and the no-op took its place; absent if there are none. */
  readonly lost?: number | undefined
  /** Mean and spread over the episodes with a score, by column id. */
  readonly figures: Readonly<Record<string, Spread>>
  /** The same over episodes that neither failed nor lost a step; present if those are fewer. */
  readonly readable?:
    | { readonly episodes: number; readonly figures: Readonly<Record<string, Spread>> }
    | undefined
  /** By kind, of an episode, over the same episodes; see `mistakeKinds`. */
  readonly mistakes: Mistakes
  readonly published?: Published | undefined
  /** Characters that a prompt of the runtime should not exceed; absent if it has no such option. */
  readonly budget?: number | undefined
}

/** Episodes of a benchmark beyond which a page lists none of them. */
export const MOST_LISTED = 500

/** An episode of a report, as its page lists it. */
export interface ListedEpisode
  extends Cell,
    Pick<EpisodeFigures, 'task' | 'seed' | 'status' | 'score' | 'steps' | 'totalTokens'> {
  /** Path of its trace from the run's folder, with `/` between names. */
  readonly file: string
}

export interface Report {
  readonly title: string
  /** What kind of reader decided, as its own notice says; part of `notices`, and repeated with every figure. */
  readonly modelNotice?: string | undefined
  /** What a reader must know before the figures. */
  readonly notices: readonly string[]
  readonly columns: readonly { readonly id: string; readonly title: string; readonly decimals: number }[]
  readonly subject: string
  readonly rows: readonly Row[]
  readonly growth: readonly Growth[]
  /** From which step on the subject has used less than each other runtime. */
  readonly breakEven: readonly BreakEven[]
  /** How often the problems were solved, if tasks are trials of problems. */
  readonly success: readonly Success[]
  /** The score of the subject against that of each other runtime of the same cell. */
  readonly tests: readonly Comparison[]
  /** Prompt size and tokens by step, at each series' longest horizon. */
  readonly curves: readonly Curve[]
  /** The episodes of each benchmark that has at most a few hundred and came with their traces' places; not in report.json. */
  readonly episodes: readonly ListedEpisode[]
  /** Failed episodes with how they are scored and the reason, one line each. */
  readonly failures: readonly string[]
}
