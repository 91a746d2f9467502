import { regress, regressionText } from './regress/index.ts'
import type { Session } from './session/session.ts'
import type { ReadableSessionStore } from './stores.ts'

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
 * - `expect(session).toRemember(value)`: the state has the value at some place; a text also within a longer one or as a key.
 * - `expect(session).toHaveCalled(tool, input?)`: the agent decided on such a call, whether it was executed or not.
 * - `await expect(agent).toMatchSessions(store, ids)`: the agent would do nothing otherwise in these recorded sessions; see `regress`.
 */
export const agentMatchers = {
  toHaveState(this: MatcherContext, session: Session<unknown>, expected: unknown): Verdict {
    const actual = session.state
    const pass = this.equals(actual, expected)
    return { pass, actual, expected, message: () => `expected the state ${not(this)}to be the given one` }
  },
  toRemember(this: MatcherContext, session: Session<unknown>, value: unknown): Verdict {
    const actual = session.state
    const holds = (place: unknown): boolean =>
      this.equals(place, value) ||
      (typeof place === 'string' && typeof value === 'string' && value !== '' && place.includes(value)) ||
      (typeof place === 'object' &&
        place !== null &&
        Object.entries(place).some(
          ([key, below]) => holds(below) || (!Array.isArray(place) && key === value),
        ))
    const message = (): string =>
      `expected the state ${not(this)}to have ${JSON.stringify(value)} at some place`
    return { pass: holds(actual), actual, expected: value, message }
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
  async toMatchSessions(
    this: MatcherContext,
    agent: object,
    store: Pick<ReadableSessionStore, 'read'>,
    ids: readonly string[],
  ): Promise<Verdict> {
    const recordings = await Promise.all(ids.map(async (id) => ({ name: id, records: await store.read(id) })))
    const regression = await regress(agent, recordings)
    return {
      pass: regression.differences.length === 0,
      message: () => (this.isNot ? 'expected some session to go otherwise' : regressionText(regression)),
    }
  },
}

function not({ isNot }: MatcherContext): string {
  return isNot ? 'not ' : ''
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toHaveState(state: unknown): R
    toRemember(value: unknown): R
    toHaveCalled(tool: string, input?: unknown): R
    toMatchSessions(store: Pick<ReadableSessionStore, 'read'>, ids: readonly string[]): Promise<R>
  }
}
