/**
 * One named property of a contract. `run` throws when the implementation lacks it: one line with the name of the rule,
 * what was expected and seen, and how to fix it.
 */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}
