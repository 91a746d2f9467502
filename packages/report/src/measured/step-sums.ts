/** A figure of episodes, summed step by step, so that no episode has to be kept. */
export class StepSums {
  episodes = 0
  longest = 0
  shortest: number = Number.POSITIVE_INFINITY
  isComplete = true
  readonly #counts: number[] = []
  readonly #sums: number[] = []
  /** What rounding took from each sum (Neumaier). */
  readonly #lost: number[] = []

  /** Takes the figure of one episode, by step. */
  add(values: readonly (number | undefined)[]): void {
    this.episodes += 1
    this.longest = Math.max(this.longest, values.length)
    this.shortest = Math.min(this.shortest, values.length)
    for (const [step, value] of values.entries()) {
      if (value === undefined) this.isComplete = false
      else this.#addAt(step, value)
    }
  }

  /** Mean over the episodes whose figure of the step is known; 0 if there is none. */
  meanAt(step: number): number {
    return ((this.#sums[step] ?? 0) + (this.#lost[step] ?? 0)) / (this.#counts[step] ?? 1)
  }

  #addAt(step: number, value: number): void {
    const before = this.#sums[step] ?? 0
    const sum = before + value
    const lost = Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before
    this.#sums[step] = sum
    this.#lost[step] = (this.#lost[step] ?? 0) + lost
    this.#counts[step] = (this.#counts[step] ?? 0) + 1
  }
}
