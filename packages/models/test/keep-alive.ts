import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { rateLimiter } from '../src/limits/limiter.ts'
import type { TransportSettings } from '../src/transport/transport.ts'
import { fakeClock } from './fake-clock.ts'
import { type ServerEvent, until, withLoopback } from './loopback.ts'

type Events = readonly (ServerEvent | string)[]

interface SlowStream {
  /** A model that streams, with its provider at the address. */
  readonly create: (url: string, transport: TransportSettings) => Model
  /** A streamed reply. */
  readonly reply: Events
  /** How many of its events come before the provider falls silent. */
  readonly begun: number
  readonly text: string
}

const idleTimeoutMs = 60_000
/** Shorter than the timeout, more than half of it. */
const silenceMs = 40_000

/** A provider that falls silent in the middle of a reply: with keep-alives, and without. */
export function testKeepAlive({ create, reply, begun, text }: SlowStream): void {
  test.each([
    ['comments', ': keep-alive\n\n'],
    ['empty lines', '\n'],
  ])('%s keep a silent stream alive for longer than the idle timeout', async (_, keepAlive) => {
    const { clock, looks } = watchedClock()
    async function* events(): AsyncGenerator<ServerEvent | string> {
      await until(() => clock.pending() === 2)
      for (let round = 0; round < 4; round += 1) {
        await clock.advance(silenceMs)
        const before = looks()
        yield keepAlive
        await until(() => looks() > before)
      }
      yield* reply.slice(begun)
    }
    const answer = await withLoopback([{ events: reply.slice(0, begun), live: events() }], ({ url }) =>
      ask(create, url, clock),
    )
    expect(answer.text).toBe(text)
  })

  test('a stream that stays silent for the idle timeout is given up', async () => {
    const { clock } = watchedClock()
    async function* events(): AsyncGenerator<ServerEvent | string> {
      await until(() => clock.pending() === 2)
      await clock.advance(silenceMs)
      await clock.advance(silenceMs)
      yield* reply.slice(begun)
    }
    const call = withLoopback(
      [{ events: reply.slice(0, begun), live: events(), ending: 'never' }],
      ({ url }) => ask(create, url, clock),
    )
    await expect(call).rejects.toThrow('the stream fell silent: no byte after 60 s')
  })
}

function ask(create: SlowStream['create'], url: string, clock: TransportSettings['clock']) {
  const transport = { attempts: 1, idleTimeoutMs, clock, limiter: rateLimiter() }
  return create(url, transport as TransportSettings).generate({ prompt: 'hi' })
}

/** Time that stands still, and how often somebody looked at it: as each byte of a stream makes the transport do. */
function watchedClock() {
  const clock = fakeClock()
  let count = 0
  const now = (): number => {
    count += 1
    return clock.now()
  }
  return { clock: { ...clock, now }, looks: () => count }
}
