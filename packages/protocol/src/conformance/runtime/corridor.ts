import type { Action, Environment, Observation, Outcome } from '../../environment.ts'
import { SkillStateError } from '../../errors.ts'

export interface Entry {
  readonly call: 'reset' | 'step' | 'outcome' | 'close' | 'generate'
  readonly seed?: number
  readonly action?: Action
  readonly prompt?: string
  readonly signal?: AbortSignal | undefined
  /** What was answered, or for `generate`, the newest observation at the time of the call. */
  readonly observation: string
}

/** Steps to the end of the corridor. */
export const corridorLength = 5

/** A world of five steps that accepts any action, never says the same twice, and records its calls. */
export class Corridor implements Environment {
  readonly #log: Entry[]
  readonly #failure: Error | undefined
  #observation = ''
  #seed = 0
  #position: number | undefined

  /** With a failure, the third step throws it. */
  constructor(log: Entry[], failure?: Error) {
    this.#log = log
    this.#failure = failure
  }

  /** The newest observation. */
  get observation(): string {
    return this.#observation
  }

  async reset({ seed, signal }: { seed: number; signal?: AbortSignal }): Promise<Observation> {
    this.#seed = seed
    this.#position = 0
    return this.#answer({ call: 'reset', seed, signal }, 'the entrance')
  }

  async step(action: Action, options?: { readonly signal?: AbortSignal }): Promise<Observation> {
    if (this.#position === undefined || this.#position >= corridorLength) {
      throw new SkillStateError('environment-misuse', 'step outside of an episode: call reset first')
    }
    if (this.#failure !== undefined && this.#position === 2) throw this.#failure
    this.#position += 1
    const name = typeof action === 'string' ? action : JSON.stringify(action)
    return this.#answer({ call: 'step', action, signal: options?.signal }, `a door after ${name}`)
  }

  async outcome(): Promise<Outcome> {
    this.#log.push({ call: 'outcome', observation: this.#observation })
    return { reward: (this.#position ?? 0) / corridorLength }
  }

  async close(): Promise<void> {
    this.#log.push({ call: 'close', observation: this.#observation })
  }

  #answer(entry: Omit<Entry, 'observation'>, sight: string): Observation {
    const position = this.#position ?? 0
    this.#observation = `Mark ${this.#seed}-${position}: ${sight}`
    this.#log.push({ ...entry, observation: this.#observation })
    return { text: this.#observation, done: position >= corridorLength }
  }
}
