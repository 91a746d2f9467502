import type { Environment } from './environment.ts'
import type { JsonObject } from './json.ts'
import type { OptionsSchema, SetOptions } from './options.ts'
import type { Decision } from './runtime.ts'
import type { Skill } from './skill.ts'

/** One problem instance. */
export interface Task {
  /** Unique in the benchmark, and fit for a file name: letters, digits, `.`, `_` and `-`. */
  readonly id: string
  readonly seed: number
  /**
   * Names the problem of which this task is one trial: tasks of one problem differ by their seed alone. Absent if the
   * seed makes the problem.
   */
  readonly problem?: string | undefined
  /** What sets this task apart from the benchmark's plain ones, such as `noise 20`: a row of its own in a table. */
  readonly variant?: string | undefined
  /** Number of steps that the task needs, if it is known. */
  readonly horizon?: number | undefined
  /** What this task adds to the skill's instructions, such as its question: part of P in each of its steps. */
  readonly instructions?: string | undefined
  /** Whatever else `open` needs. */
  readonly parameters: JsonObject
}

export interface TaskOptions {
  readonly seeds: readonly number[]
  /** Horizons to generate tasks for; a benchmark with fixed tasks ignores it. */
  readonly horizons: readonly number[]
}

/** One turn of a transcript as a prompt shows it. */
export interface Turn {
  readonly observation: string
  readonly response: string
}

/** What a prompt shows, whatever runtime built it. */
export interface PromptView {
  readonly instructions: string
  /** Present if the prompt shows what a summariser wrote of earlier turns. */
  readonly summary?: string | undefined
  /** Present if the prompt shows a structured state. */
  readonly state?: JsonObject | undefined
  /** The turns that the prompt shows, oldest first; empty if it shows none. */
  readonly history: readonly Turn[]
  /** The newest observation. */
  readonly observation: string
  /** True if the prompt says that the last reply was rejected, and asks again. */
  readonly refused?: boolean | undefined
}

/**
 * Plays a benchmark from what a prompt shows and nothing else: it proves that the task is solvable from
 * that context, and if it fails, that the context lacks a fact. Deterministic.
 */
export interface Player {
  decide(view: PromptView): Decision
  /** Writes the summary that a summarising runtime asks for, in words that `decide` can read again. */
  readonly summarise?: ((view: SummaryView) => string) | undefined
}

/** What a summariser is shown. */
export interface SummaryView {
  readonly instructions: string
  /** What it wrote before; empty at first. */
  readonly summary: string
  /** The turns that leave the window, oldest first. */
  readonly turns: readonly Turn[]
  /** Most UTF-16 units that the summary may have; absent if there is no limit. */
  readonly maxChars?: number | undefined
}

/** A skill, its tasks and their worlds. */
export interface Benchmark {
  /** Name and version, as `warehouse@1`. A change of behaviour means a new version. */
  readonly id: string
  /** One line for `bench list`. */
  readonly description: string
  readonly skill: Skill
  /** Yields the same tasks for the same options, each time. */
  tasks(options: TaskOptions): Iterable<Task>
  open(task: Task): Environment
  readonly player?: Player | undefined
  /** Plays from the newest observation alone, and may guess. Default: the player. The model `reference` plays `memoryless` by it. */
  readonly floor?: Player | undefined
  /** Guesses what the prompt does not tell: shows what a context leaks. Default: the player. */
  readonly adversary?: Player | undefined
  /** What can be set of it; undefined if nothing can be. */
  readonly options?: OptionsSchema<unknown> | undefined
  /** The benchmark with these options. Present if it has `options`. Throws `invalid-option`. */
  with?(options: SetOptions): Benchmark
}
