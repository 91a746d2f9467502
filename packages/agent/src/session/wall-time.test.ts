import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults, tool } from '@skill-state/tools'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { agent, type SessionStore, type Turn } from '../index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each opening is a process of its own, which finds what is on record by then. */
function processes(): SessionStore {
  let records: StoredRecord[] = []
  return {
    open: () => {
      const own = [...records]
      records = own
      const journal = memoryJournal(own)
      return { journal, results: memoryResults(), close: () => journal.close() }
    },
  }
}

const lasts = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const reply = '{"state_patch": {}, "action": {"reply": "Noted."}}'
const look = '{"state_patch": {}, "action": {"look": {}}}'

/** An agent whose model takes so long for each reply, and what the signals of its model and its tool said, and when. */
function timed(takes: number, says: string, scope: 'session' | 'message' = 'session') {
  const told: string[] = []
  const hear = (who: string, signal: AbortSignal | undefined): void =>
    signal?.addEventListener('abort', () => told.push(`${who} at ${Date.now() - begun}`))
  const begun = Date.now()
  const model: Model = {
    id: 'slow',
    generate: async ({ signal }) => {
      hear('model', signal)
      await lasts(takes)
      return { text: says, finishReason: 'stop', usage: {}, model: 'slow' }
    },
  }
  const slow = tool({
    description: 'Looks.',
    input: z.object({}),
    sequential: true,
    execute: async (_, { signal }) => {
      hear('tool', signal)
      await lasts(5_000)
      return 'seen'
    },
  })
  const ask = tool({ description: 'Asks a person.', input: z.object({}) })
  const parts = { instructions: 'Talk.', state: z.object({}), tools: { look: slow, ask } }
  return { told, parts, made: agent({ ...parts, model, limits: { [scope]: { wallTimeMs: 1_000 } } }) }
}

/** Whatever it waits for: the clock goes on. */
async function ended(turn: Promise<Turn>): Promise<Turn> {
  let result: Turn | undefined
  void turn.then((value) => {
    result = value
  })
  while (result === undefined) await vi.advanceTimersByTimeAsync(10)
  return result
}

test("a session's time goes on over its processes, without the pauses, and what is left reaches the model", async () => {
  const store = processes()
  const { told, made } = timed(400, reply)
  for (const expected of ['replied', 'replied', 'limit', 'limit']) {
    const session = await made.open({ id: 'a', store })
    const turn = await ended(session.send('hello').turn)
    expect(turn.end).toBe(expected)
    await vi.advanceTimersByTimeAsync(10_000) // a pause between commands
  }
  expect(told).toHaveLength(1) // the fourth turn calls no model
  const [, at] = told[0]?.split(' at ') ?? []
  expect((Number(at) % 10_000) - 800).toBeGreaterThanOrEqual(200)
  expect((Number(at) % 10_000) - 800).toBeLessThan(300)
})

test.each(['session', 'message'] as const)(
  'a tool that is executing hears when the time of the %s is over, and its call is in doubt',
  async (scope) => {
    const store = processes()
    const { told, parts, made } = timed(100, look, scope)
    const timedOut = await made.open({ id: 'a', store })
    const turn = await ended(timedOut.send('look').turn)
    expect(turn).toMatchObject({ end: 'limit', limit: `${scope}.wallTimeMs` })
    expect(told).toEqual(['model at 1000', 'tool at 1000'])
    await timedOut.stop() // also when no time is left
    const prompts: string[] = []
    const model: Model = {
      id: 'later',
      generate: async ({ prompt }) => {
        prompts.push(promptText(prompt))
        return { text: reply, finishReason: 'stop', usage: {}, model: 'later' }
      },
    }
    const session = await agent({ ...parts, model }).open({ id: 'a', store })
    await ended(session.send('and now?').turn)
    expect(prompts[0]).toContain('The call of look was cut off. Whether it took effect is not known')
  },
)

test('a stop settles a call that another one held back, also if its records take longer than the time that is left', async () => {
  const { made } = timed(
    100,
    '{"state_patch": {}, "action": {"calls": [{"ask": {}}, {"look": {}}]}}',
    'message',
  )
  let takes = 0
  const [journal, results] = [memoryJournal([]), memoryResults()]
  const place = { journal, results, flush: () => lasts(takes), close: () => journal.close() }
  const session = await made.open({ id: 'a', store: { open: () => place } })
  expect(await ended(session.send('look').turn)).toMatchObject({
    end: 'waiting',
    call: { tool: 'ask', call: 0 },
  })
  takes = 2_000
  let isStopped = false
  void session.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isStopped).toBe(true)
  expect(session.idle).toBe(true)
  expect(
    [...journal.backward()].map(({ body }) => body).find((body) => body.startsWith('{"called":0,"call":1')),
  ).toContain('The call was not made.')
})
