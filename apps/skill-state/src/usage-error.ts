/** A mistake of the person at the command line: one line, exit code 2. */
export class UsageError extends Error {}
