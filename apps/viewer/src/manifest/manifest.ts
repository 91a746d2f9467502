import type { EnvironmentFigures } from '@skill-state/eval'

export const MANIFEST_FORMAT = 1

/** What the page knows of a folder of runs before it opens an episode. */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT
  readonly title: string
  readonly runs: readonly RunEntry[]
  readonly episodes: readonly EpisodeRow[]
  readonly curves: readonly Curve[]
  readonly unread: number
  /** Names the rows as they are now: a host that is asked for what came after it sends the rest alone. */
  readonly revision?: string
  /** The revision that `episodes` changes; absent if `episodes` is all. */
  readonly since?: string | undefined
}

/** Names an episode: the run's name, and the path of its trace in the run's folder. */
export interface EpisodeKey {
  readonly run: string
  /** Path of the trace in the run's folder. */
  readonly file: string
}

/** One run: the conditions are in its `run.json`. */
export interface RunEntry {
  /** Also the folder below `data/runs`. */
  readonly name: string
  readonly experiment: string
  /** True for a folder of journals. */
  readonly sessions?: true
  readonly model: { readonly id: string; readonly notice: string }
  readonly planned: number
  /** Whether a process has the run's lock. */
  readonly writing: boolean
}

/**
 * The status of an episode. `unfinished`: its trace has no end, because it is under way or was cut off. `unreadable`: its
 * trace is not of the format. Of sessions: `open`, or `approval` if a call waits for one.
 */
type Status = 'terminated' | 'truncated' | 'failed' | 'unfinished' | 'unreadable' | 'open' | 'approval'

/** One line of the table. A figure that is not known is absent. */
export interface EpisodeRow extends EpisodeKey {
  readonly bytes: number
  readonly status: Status
  /** Why it failed or cannot be read, or which limit ended it. */
  readonly reason?: string | undefined
  readonly benchmark: string
  readonly task: string
  readonly variant?: string | undefined
  readonly seed?: number | undefined
  readonly horizon?: number | undefined
  readonly runtime: string
  readonly model: string
  /** 0 to 1. */
  readonly score?: number | undefined
  readonly steps: number
  readonly calls: number
  readonly rejections: number
  readonly fallbacks: number
  /** Mean over all calls, in Unicode code points. */
  readonly meanPromptChars?: number | undefined
  readonly maxPromptChars?: number | undefined
  /** Input and output of all calls. */
  readonly tokens?: number | undefined
  /** US dollars. */
  readonly cost?: number | undefined
  /** Sums over the calls of the environment's own models, in no figure above. Absent if it does not say. */
  readonly environment?: EnvironmentFigures | undefined
}

/** Mean prompt size by step, over the episodes of a run that have that step. */
export interface Curve {
  readonly run: string
  readonly benchmark: string
  readonly runtime: string
  readonly model: string
  /** In Unicode code points; null for a step without a call. */
  readonly promptChars: readonly (number | null)[]
}
