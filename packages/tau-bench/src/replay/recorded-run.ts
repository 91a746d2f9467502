import type { PythonDict } from '../python/value.ts'

/** A run of a model as somebody recorded it, in whatever format. */
export interface RecordedRun {
  /** `task 3, trial 0` */
  readonly name: string
  /** Absent if the format does not say. */
  readonly domain?: string | undefined
  readonly taskIndex: number
  readonly reward: number
  /** What the user said first. */
  readonly firstUser: string
  readonly steps: readonly RecordedStep[]
  /** Why nothing of it is recorded, if the run was given up. */
  readonly error?: string | undefined
}

export type RecordedStep = RecordedToolCall | RecordedRespond

export interface RecordedToolCall {
  readonly kind: 'tool'
  readonly name: string
  readonly kwargs: PythonDict
  /** The arguments as JSON, as the model wrote them if that is recorded. */
  readonly source: string
  /** What the model saw. */
  readonly observation: string
  /** What the model said along with the call; the user did not see it. */
  readonly said?: string | undefined
}

export interface RecordedRespond {
  readonly kind: 'respond'
  readonly content: string
  /** What the user answered. */
  readonly user: string
}
