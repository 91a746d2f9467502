/** What a person asked for cannot be done; nothing was written. The message is one line: what, where, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
