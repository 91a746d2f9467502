import type { PythonDict } from '../python/value.ts'
import type { RecordedAnswer } from './findings.ts'

/**
 * A record of what the official environment answers. Whatever is absent is not checked.
 *
 * The kinds are told apart by their fields: `steps` make a trajectory, `calls` or a `task_index` a scripted episode,
 * `actions` alone a replay of the ground truth, and a line without any of them that names domain and split is a header,
 * which holds for the lines that follow.
 */
export type TauRecord =
  | ({ readonly kind: 'header' } & Header)
  | ({ readonly kind: 'ground-truth' } & GroundTruthRecord)
  | ({ readonly kind: 'scripted' } & ScriptedRecord)
  | ({ readonly kind: 'trajectory' } & TrajectoryRecord)

export interface Header {
  readonly domain: string
  readonly split: string
  readonly initial_official_hash?: string | undefined
  readonly initial_canonical_hash?: string | undefined
}

/** Of the database that the record's calls lead to. */
interface Hashes {
  readonly official_hash?: string | undefined
  readonly canonical_hash?: string | undefined
}

export interface RecordedCall extends RecordedAnswer {
  readonly name: string
  /** Absent if they are those of the task's action at this place. */
  readonly kwargs?: PythonDict | undefined
  /** Whether the evaluator's replay leaves the call out. */
  readonly skipped?: boolean | undefined
  /** Type and text of the exception that the official `step` raised, as `KeyError: 'content'`. */
  readonly raised?: string | null | undefined
  readonly done?: boolean | undefined
  readonly reward?: number | undefined
}

/** A task's own calls, and what three scripted agents are rewarded with. */
export interface GroundTruthRecord extends Hashes {
  /** Of the task, in the header's split. */
  readonly index: number
  readonly user_id?: string | undefined
  readonly actions: readonly RecordedCall[]
  readonly outputs?: readonly string[] | undefined
  readonly reward_noop?: number | undefined
  readonly reward_ground_truth?: number | undefined
  readonly reward_ground_truth_silent?: number | undefined
}

/** Calls of one episode, on a fresh database; a user's line is the `observation` of `respond`. */
export interface ScriptedRecord extends Hashes {
  /** Begins with the domain and a slash. */
  readonly id: string
  readonly task_index: number
  /** Either name will do. */
  readonly calls?: readonly RecordedCall[] | undefined
  readonly actions?: readonly RecordedCall[] | undefined
  readonly ends?: readonly RecordedEnd[] | undefined
}

/** The verdict at an end of an episode. */
export interface RecordedEnd {
  readonly reward?: number | undefined
  readonly agent_official_hash?: string | undefined
  readonly agent_canonical_hash?: string | undefined
  /** Whether the database is the wanted one. */
  readonly r_actions?: boolean | undefined
  readonly gt_data_hash?: string | undefined
  /** Whether all outputs were said, and which. */
  readonly r_outputs?: boolean | undefined
  readonly outputs?: ReadonlyMap<string, boolean> | undefined
}

/** A recorded run of a model; the hashes are those of its database in the end. */
export interface TrajectoryRecord extends Hashes {
  readonly domain: string
  readonly task_id: number
  readonly trial?: number | undefined
  readonly recorded_reward?: number | undefined
  readonly first_user?: string | undefined
  readonly steps: readonly TrajectoryStep[]
  readonly done?: boolean | undefined
  readonly reward?: number | undefined
  readonly gt_official_hash?: string | undefined
  readonly gt_canonical_hash?: string | undefined
  readonly r_actions?: boolean | undefined
  readonly outputs?: ReadonlyMap<string, boolean> | undefined
  /** Fields in which the task differs from the recorded one. */
  readonly task_changed?: readonly string[] | undefined
  readonly reward_with_recorded_task?: number | undefined
}

export type TrajectoryStep = SayingStep | ToolStep

interface SayingStep {
  readonly content: string | null
  /** What the user answered. */
  readonly user: string
}

export interface ToolStep extends RecordedAnswer {
  readonly name: string
  /** The model's own text. One of the two is there. */
  readonly arguments?: string | undefined
  readonly kwargs?: PythonDict | undefined
  /** What the recording had, if that is another answer than today's. */
  readonly observation_recorded?: string | undefined
  /** What the model said along with the call; the user never sees it. */
  readonly said?: string | null | undefined
}
