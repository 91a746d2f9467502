import { expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { rateLimiter } from '../limits/limiter.ts'
import { backoff } from './transport.ts'

/** Tokens of a call, and how long the provider takes for it. */
const TOKENS = 320
const LATENCY_MS = 1_000
const TICK_MS = 100

/** Whether a provider rejects its n-th request, from 1, at a time. */
type Refuses = (request: number, now: number) => boolean

interface Run {
  readonly answers: readonly number[]
  readonly refusals: readonly number[]
}

/** So many callers, each of which makes one call after the other, and repeats it after a refusal as the transport does. */
async function simulate(refuses: Refuses, callers: number, until: (run: Run) => boolean): Promise<Run> {
  const clock = fakeClock()
  const limiter = rateLimiter({ clock })
  const answers: number[] = []
  const refusals: number[] = []
  const over = new AbortController()
  let requests = 0
  const { signal } = over

  async function call(): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      const release = await limiter.acquire({ tokens: TOKENS, signal })
      requests += 1
      const isRefused = refuses(requests, clock.now())
      await clock.sleep(isRefused ? TICK_MS : LATENCY_MS, signal)
      release(isRefused ? 'limited' : 'answered', isRefused ? 0 : TOKENS)
      if (!isRefused) {
        answers.push(clock.now())
        return
      }
      refusals.push(clock.now())
      await clock.sleep(backoff(failures, 0.5, {}), signal)
    }
  }
  async function caller(): Promise<void> {
    while (!signal.aborted) await call()
  }

  const ended = Array.from({ length: callers }, () => caller().catch(() => {}))
  while (!until({ answers, refusals }) && clock.now() < 3_600_000) await clock.advance(TICK_MS)
  over.abort(new Error('over'))
  await Promise.all(ended)
  return { answers, refusals }
}

/** Rejects with a probability, in an order that is always the same. */
function chance(share: number): Refuses {
  let seed = 7
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31 < share
  }
}
const requestsFrom =
  (first: number, last: number): Refuses =>
  (request) =>
    request >= first && request <= last
const between =
  (from: number, to: number, refuses: Refuses = () => true): Refuses =>
  (request, now) =>
    now >= from && now < to && refuses(request, now)

const patterns: readonly (readonly [string, Refuses])[] = [
  ['request 4', requestsFrom(4, 4)],
  ['requests 4 to 8', requestsFrom(4, 8)],
  ['requests 10 to 14', requestsFrom(10, 14)],
  ['requests 30 to 50', requestsFrom(30, 50)],
  ['requests 100 to 200', requestsFrom(100, 200)],
  ['every fifth request up to 100', (request) => request > 5 && request <= 100 && request % 5 === 0],
  ['every second request up to 60', (request) => request > 5 && request <= 60 && request % 2 === 0],
  ['two of three requests up to 60', (request) => request > 5 && request <= 60 && request % 3 !== 0],
  ['1.5 s', between(5_000, 6_500)],
  ['5 s', between(5_000, 10_000)],
  ['20 s', between(20_000, 40_000)],
  ['a minute', between(30_000, 90_000)],
  ['five minutes', between(30_000, 330_000)],
  ['1.5 s after ten minutes', between(600_000, 601_500)],
  ['half a minute after ten minutes', between(600_000, 630_000)],
  ['a tenth of the requests of a minute', between(5_000, 65_000, chance(0.1))],
  ['half of the requests of a minute', between(5_000, 65_000, chance(0.5))],
  ['nine tenths of the requests of a minute', between(5_000, 65_000, chance(0.9))],
  ['half of the requests of ten minutes', between(60_000, 660_000, chance(0.5))],
  ['one second of each ten for three minutes', between(5_000, 185_000, (_, now) => now % 10_000 < 1_000)],
]

/** Calls a minute, by the times at which they were answered. */
function rateOf(times: readonly number[]): number {
  const [first = 0] = times
  return ((times.length - 1) * 60_000) / ((times.at(-1) ?? 0) - first)
}

/** Answers between the tenth after the last refusal and the end. */
const recovered = ({ answers, refusals }: Run): readonly number[] =>
  answers.filter((at) => at > (refusals.at(-1) ?? Infinity)).slice(9)

/** With 32 callers the places come back more slowly after ten minutes of it: about a quarter of the rate. */
const slow = 'half of the requests of ten minutes'
const cases = [1, 8, 32].flatMap((callers) =>
  patterns
    .filter(([name]) => callers < 32 || name !== slow)
    .map(([name, refuses]) => [callers, name, callers < 32 ? 0.5 : 0.45, refuses] as const),
)
test.each(cases)(
  '%i callers, %s rejected: after ten answers the rate is at least %d of what it was',
  async (callers, _, share, refuses) => {
    const run = await simulate(refuses, callers, (so) => {
      const quiet = (so.answers.at(-1) ?? 0) - (so.refusals.at(-1) ?? Infinity)
      return recovered(so).length >= 60 && quiet > 30_000
    })
    const [first = 0] = run.refusals
    const before = run.answers.filter((at) => at <= first)
    expect(recovered(run).length).toBeGreaterThanOrEqual(60)
    // Alone, a caller gets 60 answers a minute; together they get at most as many for each.
    const rate = before.length > callers ? rateOf([0, ...before]) : callers * 60
    expect(rateOf(recovered(run))).toBeGreaterThanOrEqual(rate * share)
  },
)

test.each([
  ['requests 4 to 8', requestsFrom(4, 8)],
  ['1.5 s', between(5_000, 6_500)],
])('%s rejected cost one caller at most a minute', async (_, refuses) => {
  const { answers } = await simulate(refuses, 1, (so) => so.answers.length >= 220)
  expect(answers.at(219)).toBeLessThan(290_000)
})

test('ten calls end within 100 s, though half of all requests are rejected', async () => {
  const { answers } = await simulate(chance(0.5), 1, (so) => so.answers.length >= 10)
  expect(answers.at(9)).toBeLessThan(100_000)
})

test('a provider with a limit of tokens a minute answers most requests', async () => {
  const taken: number[] = []
  const limited: Refuses = (_, now) => {
    const inMinute = taken.filter((at) => at > now - 60_000).length
    if (inMinute >= 50) return true
    taken.push(now)
    return false
  }
  const { answers, refusals } = await simulate(limited, 8, (so) => so.answers.length >= 400)
  expect(rateOf(answers)).toBeGreaterThan(40)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThan(answers.length / 4)
})
