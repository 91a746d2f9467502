import { createHash } from 'node:crypto'
import { clock } from '@skill-state/protocol'
import type { Choices } from './choices.ts'

/** A promise of the runtime that does not hold in a schedule. */
export interface Finding {
  /** Names the promise. */
  readonly promise: string
  readonly detail: string
}

/** One process: its memory is gone when it is killed, and nothing that it began goes on. */
export interface Process {
  readonly name: string
  isAlive: boolean
  /** Operations on the disk until it is killed in the middle of one. */
  fuse?: number | undefined
}

/**
 * How an operation may end, and how often. The first is the ordinary case. `run` is done at the moment when the operation takes
 * effect. What it throws is what the operation throws.
 */
export type Outcome<T> = readonly [weight: number, run: () => T, name?: string]

/** Something that a process waits for. */
export interface Operation {
  readonly name: string
  readonly owner: Process
  readonly outcomes: readonly Outcome<unknown>[]
  settle(outcome: Outcome<unknown>): void
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/** Thrown in a process that is killed. */
export class Killed extends Error {}

/** Milliseconds that each event takes. */
const TICK = 1

/** Virtual time, what is under way, what has happened, and what was found. */
export class World {
  readonly choices: Choices
  readonly operations: Operation[] = []
  readonly story: string[] = []
  finding: Finding | undefined
  now = 1_000
  #timers: Timer[] = []

  constructor(choices: Choices) {
    this.choices = choices
  }

  tell(event: string): void {
    this.story.push(event)
  }

  /** The first fault of a schedule counts. */
  find(promise: string, detail: string): void {
    if (this.finding) return
    this.finding = { promise, detail }
    this.tell(`FOUND ${promise}: ${detail}`)
  }

  ensure(holds: boolean, promise: string, detail: string | (() => string)): void {
    if (!holds) this.find(promise, typeof detail === 'string' ? detail : detail())
  }

  /** Waits until the scheduler lets the operation take effect. Never returns to a process that was killed. */
  operation<T>(owner: Process, name: string, outcomes: readonly Outcome<T>[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!owner.isAlive) return
      const settle = (outcome: Outcome<T>): void => {
        this.operations.splice(this.operations.indexOf(operation), 1)
        try {
          resolve(outcome[1]())
        } catch (error) {
          reject(error)
        }
      }
      const operation = { name, owner, outcomes, settle } as Operation
      this.operations.push(operation)
    })
  }

  /** Ends a process. Of what it had under way, `apply` says what takes effect nevertheless. */
  kill(process: Process, apply: (operation: Operation) => boolean): void {
    process.isAlive = false
    for (const operation of this.operations.filter(({ owner }) => owner === process)) {
      if (apply(operation)) operation.settle(operation.outcomes[0] as Outcome<unknown>)
      else this.operations.splice(this.operations.indexOf(operation), 1)
    }
  }

  get timers(): number {
    return this.#timers.length
  }

  tick(ms: number = TICK): void {
    this.now += ms
  }

  /** Lets time pass until the next timer is due, and fires it. */
  fire(): void {
    const next = this.#timers.reduce((first, timer) => (timer.due < first.due ? timer : first))
    this.#timers = this.#timers.filter((timer) => timer !== next)
    this.now = Math.max(this.now, next.due)
    next.callback()
  }

  /** The events of the schedule in 16 digits. */
  get hash(): string {
    return createHash('sha256').update(this.story.join('\n')).digest('hex').slice(0, 16)
  }

  /** Puts this world's time in place of the system's. Returns what takes it out again. */
  install(): () => void {
    const real = { ...clock }
    const [random, date] = [Math.random, Date.now]
    Object.assign(clock, {
      now: () => this.now,
      setTimeout: (callback: () => void, ms: number) => {
        const timer: Timer = { due: this.now + ms, callback }
        this.#timers.push(timer)
        return timer
      },
      clearTimeout: (timer: unknown) => {
        this.#timers = this.#timers.filter((each) => each !== timer)
      },
    })
    // The time of day says nothing here, and nothing may depend on it.
    Date.now = () => 1e12 + ((this.story.length * 7_919_999) % 1e9)
    Math.random = () => this.choices.pick(1_000) / 1_000
    return () => {
      Object.assign(clock, real)
      Math.random = random
      Date.now = date
    }
  }
}

/** Returns once nothing goes on without the scheduler: all that is under way in between are promises. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
