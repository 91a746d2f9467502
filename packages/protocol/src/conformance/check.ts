/** One named property of a contract. `run` throws when the implementation lacks it. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}
