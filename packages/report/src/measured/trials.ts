export interface Trial {
  readonly problem?: string | undefined
  readonly task: string
  readonly seed: number
  readonly score?: number | undefined
}

/** Which tasks were tried, and their scores, in the order of the episodes. A list of each field is smaller than objects. */
export class Trials implements Iterable<Trial> {
  readonly #problems: (string | undefined)[] = []
  readonly #tasks: string[] = []
  readonly #seeds: number[] = []
  /** NaN stands for no score. */
  readonly #scores: number[] = []

  add({ problem, task, seed, score = Number.NaN }: Trial): void {
    this.#problems.push(problem)
    this.#tasks.push(task)
    this.#seeds.push(seed)
    this.#scores.push(score)
  }

  *[Symbol.iterator](): Generator<Trial> {
    for (const [index, task] of this.#tasks.entries()) {
      const score = this.#scores[index] ?? Number.NaN
      yield {
        problem: this.#problems[index],
        task,
        seed: this.#seeds[index] ?? 0,
        score: Number.isNaN(score) ? undefined : score,
      }
    }
  }

  /** Whether a problem, or a task that is a trial of none, was tried twice. */
  get isRepeated(): boolean {
    return new Set(this.#tasks.map((task, index) => this.#problems[index] ?? task)).size < this.#tasks.length
  }
}
