import type { EnvironmentCall } from './environment.ts'
import type { ErrorCode } from './issues.ts'

/** An error whose code tells a program what happened. The message is one line: what, where, what to do. */
export class SkillStateError extends Error {
  readonly code: ErrorCode
  /** Of an environment that gives no observation: what it asked models of its own before it failed. */
  declare readonly calls?: readonly EnvironmentCall[] | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; calls?: readonly EnvironmentCall[] } = {},
  ) {
    super(message, options)
    this.name = 'SkillStateError'
    this.code = code
    if (options.calls !== undefined) this.calls = options.calls
  }
}

/** What an error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The error of an option that is out of range. */
export function invalidOption(message: string, options?: { cause?: unknown }): SkillStateError {
  return new SkillStateError('invalid-option', message, options)
}

/** The error of a run, or of a place for runs, that cannot be used. The message says which, why, and what to do. */
export function invalidRun(message: string, options?: { cause?: unknown }): SkillStateError {
  return new SkillStateError('invalid-run', message, options)
}
