import { Complaint, show } from './ensure.ts'

/**
 * One named property of a contract. `run` throws when the implementation lacks it: one line with the name of the rule,
 * what was expected and seen, and how to fix it.
 */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}

/** A rule of a contract, and the message for an author who breaks it. */
export interface Rule extends Check {
  /** How an implementation comes to keep the rule: one sentence in the imperative, without a full stop. */
  readonly mend: string
}

/** The rule as a check. The original error is the `cause` of what it throws. */
export function toCheck({ name, mend, run }: Rule): Check {
  return {
    name,
    run: async () => {
      try {
        await run()
      } catch (error) {
        const said = error instanceof Complaint ? error.message : `saw the error ${show(error)}`
        const hint = (error instanceof Complaint ? error.mend : undefined) ?? mend
        throw new Error(`rule "${name}": ${said}. Fix: ${hint}`, { cause: error })
      }
    },
  }
}
