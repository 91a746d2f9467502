/** What a test file costs, in seconds of CPU. */
export interface Cost {
  /** In the process of the test, with loading what it imports. */
  readonly own: number
  /** Node processes that the test started and that have ended. */
  readonly processes: number
  /** What those processes used in all. */
  readonly started: number
  /** The part of `started` in which they only loaded modules. */
  readonly startUp: number
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost
  }
}
