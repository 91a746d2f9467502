/** What a command prints, and whether everything is as it should be. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly ok: boolean
}
