import type { PythonDict } from '../python/value.ts'

/** A run of a model as somebody recorded it, in whatever format. */
export interface RecordedRun {
  /** `task 3, trial 0` */
  readonly name: string
  /** Absent if the format does not say. */
  readonly domain?: string | undefined
  readonly taskIndex: number
  readonly reward: number
  readonly steps: readonly RecordedStep[]
  /** Why nothing of it is recorded, if the run was given up. */
  readonly error?: string | undefined
}

export type RecordedStep = RecordedToolCall | RecordedRespond

export interface RecordedToolCall {
  readonly kind: 'tool'
  readonly name: string
  readonly kwargs: PythonDict
  /** What the model saw. */
  readonly observation: string
}

export interface RecordedRespond {
  readonly kind: 'respond'
  readonly content: string
  /** What the user answered. */
  readonly user: string
}
