/** Steps that judging one reply may take: a step is one subschema on one value, or a few characters of text. */
const JUDGING_STEPS = 300_000

/** Steps that collecting the reasons of one rejection may take. */
export const REASON_STEPS = 60_000

/** Thrown when a run has used up its steps. */
export class TooMuchWork extends Error {
  constructor() {
    super('judging took too many steps')
  }
}

/** One judgement, with the steps that it may still take. */
export class Run {
  /** Verdicts of referenced schemas, which a recursive schema would else ask for again and again. */
  readonly verdicts: Map<object, Map<unknown, unknown>> = new Map()
  #left: number

  constructor(steps: number = JUDGING_STEPS) {
    this.#left = steps
  }

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooMuchWork()
  }
}
