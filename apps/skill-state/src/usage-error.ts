/** A mistake of the person at the command line: one line, exit code 2. */
export class UsageError extends Error {}

/** What the system does not allow, as on a full disk: one line, exit code 1. */
export class SystemFailure extends Error {}
