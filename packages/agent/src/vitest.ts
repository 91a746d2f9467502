import type { Session } from './session/session.ts'

interface Verdict {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** What Vitest gives a matcher, as far as these use it. */
interface MatcherContext {
  readonly isNot: boolean
  readonly equals: (a: unknown, b: unknown) => boolean
}

/**
 * Matchers for the tests of an agent: `expect.extend(agentMatchers)`.
 *
 * - `expect(session).toHaveState(state)`: the whole state is this one.
 * - `expect(session).toHaveCalled(tool, input?)`: the agent decided on such a call, whether it was executed or not.
 */
export const agentMatchers = {
  toHaveState(this: MatcherContext, session: Session<unknown>, expected: unknown): Verdict {
    const actual = session.state
    const pass = this.equals(actual, expected)
    return { pass, actual, expected, message: () => `expected the state ${not(this)}to be the given one` }
  },
  toHaveCalled(this: MatcherContext, session: Session<unknown>, tool: string, input?: unknown): Verdict {
    const calls = session.calls(Number.POSITIVE_INFINITY)
    const pass = calls.some(
      (call) => call.tool === tool && (input === undefined || this.equals(call.input, input)),
    )
    return {
      pass,
      actual: calls,
      expected: input === undefined ? { tool } : { tool, input },
      message: () =>
        `expected the agent ${not(this)}to call ${tool}${input === undefined ? '' : ' with this input'}`,
    }
  },
}

function not({ isNot }: MatcherContext): string {
  return isNot ? 'not ' : ''
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toHaveState(state: unknown): R
    toHaveCalled(tool: string, input?: unknown): R
  }
}
