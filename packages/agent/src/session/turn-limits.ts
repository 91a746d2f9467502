import { LimitReached, type Limits } from './meter.ts'

interface Deadline {
  readonly scope: string
  readonly at: number
  readonly most: number
}

/** The steps and the time of one turn. */
export class TurnLimits {
  readonly #limits: { readonly session: Limits; readonly message: Limits }
  readonly #stepsBefore: number
  readonly #deadlines: readonly Deadline[]

  constructor(limits: { readonly session: Limits; readonly message: Limits }, stepsBefore: number) {
    const now = performance.now()
    this.#limits = limits
    this.#stepsBefore = stepsBefore
    this.#deadlines = (['message', 'session'] as const).flatMap((scope) => {
      const most = limits[scope].wallTimeMs
      return most === undefined ? [] : [{ scope, at: now + most, most }]
    })
  }

  /** Throws `LimitReached` if no further step may begin. */
  check(steps: number): void {
    const { session, message } = this.#limits
    const since = steps - this.#stepsBefore
    if (session.steps !== undefined && steps >= session.steps)
      throw new LimitReached('session.steps', steps, session.steps)
    if (message.steps !== undefined && since >= message.steps)
      throw new LimitReached('message.steps', since, message.steps)
    const now = performance.now()
    const passed = this.#deadlines.find(({ at }) => now >= at)
    if (passed === undefined) return
    const { scope, at, most } = passed
    throw new LimitReached(`${scope}.wallTimeMs`, most + now - at, most)
  }
}
