import { type StoredRecord, why } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, promptText } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newest } from './conformance/desk.ts'
import { type Agent, type AgentEvent, agent, type SessionStore } from './index.ts'

const Trip = z.object({
  wanted: z.array(z.string().max(20)).max(5).default([]),
  prices: z.record(z.string().max(20), z.number()).default({}).meta({ maxProperties: 20 }),
})

/** The world behind the tools. Calls end when the test says so, in any process. */
class Desk {
  readonly begun: string[] = []
  readonly ends = new Map<string, () => void>()
  readonly prompts: string[] = []
  /** Whether calls end at once. */
  isQuick = false

  async do(name: string, key: string, signal: AbortSignal): Promise<void> {
    this.begun.push(`${key} ${name}`)
    if (this.isQuick) return
    await new Promise<void>((resolve, reject) => {
      this.ends.set(name, resolve)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
}

const PRICES: Readonly<Record<string, number>> = { Rome: 90, Oslo: 120, Bern: 700 }

/** Reads the cities from the message, then the prices from the results, and says what it has. Uses only what its prompt shows. */
function clerk(prompts: string[]): Model {
  return {
    id: 'clerk',
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const cities = [...(/fly to ([\w, ]+)/.exec(newest(prompt))?.[1] ?? '').matchAll(/\w+/g)].map(String)
      const found = [...prompt.matchAll(/\] (\w+) costs (\d+)/g)].map(([, city, price]) => [
        city,
        Number(price),
      ])
      const calls = cities.map((city) => ({ search: { city } }))
      if (newest(prompt).includes('reserve')) calls.push({ reserve: { city: cities[0] } } as never)
      const action = cities.length > 0 ? { calls } : { reply: `I have ${found.map(String).join(' and ')}.` }
      const patch = cities.length > 0 ? { wanted: cities } : { prices: Object.fromEntries(found) }
      const text = JSON.stringify({ state_patch: patch, action })
      return { text, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: 'clerk' }
    },
  }
}

function travel(
  desk: Desk,
  more: { readonly model?: Model; readonly onEvent?: (event: AgentEvent) => void } = {},
): Agent<z.output<typeof Trip>> {
  const input = z.object({ city: z.string() })
  return agent({
    name: 'travel',
    model: clerk(desk.prompts),
    instructions: 'You look up flights.',
    state: Trip,
    onWarning: () => {},
    ...more,
    tools: {
      search: {
        description: 'Says what a flight costs.',
        input,
        approve: ({ input: { city } }) => (PRICES[city] ?? 0) > 500 && `${city} costs much`,
        execute: async ({ city }, { key, signal }) => {
          await desk.do(city, key, signal)
          return `${city} costs ${PRICES[city]}`
        },
      },
      reserve: {
        description: 'Keeps a seat.',
        input,
        sequential: true,
        execute: async ({ city }, { key, signal }) => {
          await desk.do(`reserve ${city}`, key, signal)
          return 'kept'
        },
      },
    },
  })
}

function storeOf(records: StoredRecord[]): SessionStore {
  const results = memoryResults()
  return {
    open: () => {
      const journal = memoryJournal(records)
      return { journal, results, close: () => journal.close() }
    },
  }
}

const quiet = async (): Promise<void> => {
  for (let tick = 0; tick < 200; tick += 1) await Promise.resolve()
}

test('searches three cities at once; the one that waits for approval holds back no other', async () => {
  const desk = new Desk()
  const records: StoredRecord[] = []
  const session = await travel(desk).open({ id: 'a', store: storeOf(records) })
  const events: AgentEvent[] = []
  const turn = session.send('I want to fly to Rome, Oslo, Bern')
  const heard = (async () => {
    for await (const event of turn) events.push(event)
  })()
  await quiet()
  expect(desk.begun).toEqual(['a/0/0 Rome', 'a/0/1 Oslo'])
  desk.ends.get('Oslo')?.()
  desk.ends.get('Rome')?.()
  expect(await turn.turn).toMatchObject({ end: 'waiting', approval: { tool: 'search', step: 0, call: 2 } })
  await heard
  expect(session.approvals).toEqual([
    { step: 0, call: 2, tool: 'search', input: { city: 'Bern' }, reason: 'Bern costs much' },
  ])
  expect(events.flatMap((event) => (event.type === 'tool-ended' ? [event.call] : []))).toEqual([1, 0])
  expect(desk.prompts).toHaveLength(1)
  await expect(session.approve({ step: 0, call: 1 }).turn).rejects.toThrow('name one with "call"')

  const approved = session.approve({ step: 0 }) // one call alone was asked about
  await quiet()
  desk.ends.get('Bern')?.()
  expect(await approved.turn).toMatchObject({
    end: 'replied',
    reply: 'I have Rome,90 and Oslo,120 and Bern,700.',
    state: { prices: { Rome: 90, Oslo: 120, Bern: 700 } },
    steps: 2,
  })
  expect(desk.begun).toEqual(['a/0/0 Rome', 'a/0/1 Oslo', 'a/0/2 Bern'])
  expect(desk.prompts[1]).toContain('- done: search {"city":"Bern"}')
  expect(desk.prompts[1]).toContain('Result: [1 of 3] Rome costs 90\nResult: [2 of 3] Oslo costs 120')
  expect(session.calls(9).map(({ input }) => input)).toHaveLength(3)
  expect(why(memoryJournal(records), '/prices/Rome').kind).toBe('step')
})

test('of two calls that wait, an approval has to name one, also if one is left', async () => {
  const desk = new Desk()
  desk.isQuick = true
  const session = await travel(desk).open({ id: 'a' })
  await session.ask('I want to fly to Bern, Bern, Rome')
  expect(session.approvals.map(({ call }) => call)).toEqual([0, 1])
  await expect(session.approve({ step: 0 }).turn).rejects.toThrow('0 and 1 wait')
  await session.approve({ step: 0, call: 0 }).turn
  await expect(session.approve({ step: 0 }).turn).rejects.toThrow('1 wait')
  expect(await session.deny({ step: 0, call: 1, reason: 'no' }).turn).toMatchObject({ end: 'replied' })
  expect(desk.begun).toEqual(['a/0/2 Rome', 'a/0/0 Bern'])
})

test('a denied call of three is told as that, and the others keep their results', async () => {
  const desk = new Desk()
  desk.isQuick = true
  const session = await travel(desk).open({ id: 'a' })
  await session.ask('I want to fly to Rome, Bern, Oslo')
  const turn = await session.deny({ step: 0, call: 1, reason: 'too dear' }).turn
  expect(turn).toMatchObject({ end: 'replied', reply: 'I have Rome,90 and Oslo,120.' })
  expect(desk.prompts[1]).toContain('- denied: search {"city":"Bern"}')
  expect(desk.prompts[1]).toContain('In doubt')
})

test('a sequential tool is called after the others have ended', async () => {
  const desk = new Desk()
  const session = await travel(desk).open({ id: 'a' })
  const turn = session.send('reserve what you find: I fly to Rome, Oslo')
  await quiet()
  expect(desk.begun).toEqual(['a/0/0 Rome', 'a/0/1 Oslo'])
  desk.ends.get('Rome')?.()
  await quiet()
  expect(desk.begun).toHaveLength(2)
  desk.ends.get('Oslo')?.()
  await quiet()
  expect(desk.begun.at(-1)).toBe('a/0/2 reserve Rome')
  desk.isQuick = true
  desk.ends.get('reserve Rome')?.()
  expect(await turn.turn).toMatchObject({ end: 'replied' })
})

test('a turn that is stopped among its calls keeps what has ended, and says what it does not know', async () => {
  const desk = new Desk()
  const records: StoredRecord[] = []
  const session = await travel(desk).open({ id: 'a', store: storeOf(records) })
  const turn = session.send('I want to fly to Rome, Oslo, Bern')
  await quiet()
  desk.ends.get('Rome')?.()
  await quiet()
  await session.stop()
  expect(await turn.turn).toMatchObject({ end: 'stopped' })
  desk.isQuick = true
  await session.ask('Hello?')
  const [, prompt = ''] = desk.prompts
  expect(prompt).toContain('- done: {"search":{"city":"Rome"}}')
  expect(prompt).toContain('- unknown: {"search":{"city":"Oslo"}}')
  expect(prompt).toContain('- denied: {"search":{"city":"Bern"}}')
  expect(desk.begun).toEqual(['a/0/0 Rome', 'a/0/1 Oslo'])
})

test('a process that dies among the calls repeats none of which the outcome is known', async () => {
  const whole: StoredRecord[] = []
  const first = new Desk()
  first.isQuick = true
  const begun = await travel(first).open({ id: 'a', store: storeOf(whole) })
  await begun.ask('I want to fly to Rome, Oslo')
  const ended = whole.flatMap(({ body }, at) => (body.startsWith('{"called"') ? [at] : []))
  expect(ended).toHaveLength(2)
  for (let cut = ended[0] ?? 0; cut <= (ended[1] ?? 0) + 1; cut += 1) {
    const desk = new Desk()
    desk.isQuick = true
    const records = whole.slice(0, cut)
    const known = records.filter(({ body }) => body.startsWith('{"called"')).length
    const session = await travel(desk).open({ id: 'a', store: storeOf(records) })
    await session.resume().turn
    expect(desk.begun).toEqual([])
    const cutOff = desk.prompts[0]?.match(/\] The call of search was cut off\./g) ?? []
    expect(cutOff).toHaveLength(2 - known)
  }
})

test('a denial is on record if its turn ends at once, also among calls that a crash cut off', async () => {
  const records: StoredRecord[] = []
  const desk = new Desk()
  const begun = await travel(desk).open({ id: 'a', store: storeOf(records) })
  await begun.ask('I want to fly to Bern, Bern')
  void begun.approve({ step: 0, call: 0 })
  await quiet()
  const onEvent = ({ type }: AgentEvent): void => {
    if (type === 'turn-started') throw new Error('out of order')
  }
  const store = storeOf([...records]) // as another process finds them
  const session = await travel(new Desk(), { onEvent }).open({ id: 'a', store })
  expect(session.approvals.map(({ call }) => call)).toEqual([1])
  const turn = await session.deny({ step: 0, call: 1, reason: 'no' }).turn
  expect(turn).toMatchObject({ end: 'failed', resumable: true })
  expect(session.approvals).toEqual([])
})

test('an empty list that changes nothing ends its turn like any other action', async () => {
  const desk = new Desk()
  const model: Model = {
    id: 'lost',
    generate: async ({ prompt }) => {
      desk.prompts.push(promptText(prompt))
      const text = '{"state_patch": {"wanted": ["Rome"]}, "action": {"calls": []}}'
      return { text, finishReason: 'stop', usage: {}, model: 'lost' }
    },
  }
  const session = await travel(desk, { model }).open({ id: 'a' })
  const turn = await session.ask('I want to fly')
  expect(turn).toMatchObject({ end: 'failed', reasons: [expect.stringContaining('for the third time')] })
  expect(desk.prompts.length).toBeLessThan(6)
  expect(desk.prompts.at(-1)).toContain('The same action was taken before')
})

test('results of several calls share the room of one, and each is kept whole', async () => {
  const desk = new Desk()
  desk.isQuick = true
  const long = agent({
    name: 'long',
    model: clerk(desk.prompts),
    instructions: 'You look up flights.',
    state: Trip,
    onWarning: () => {},
    maxResultChars: 2_000,
    tools: {
      search: {
        description: 'Says much.',
        input: z.object({ city: z.string() }),
        execute: ({ city }) => `${city} `.repeat(1_000),
      },
    },
  })
  const session = await long.open({ id: 'a' })
  await session.ask('I want to fly to Rome, Oslo, Bern')
  const [, prompt = ''] = desk.prompts
  for (const call of [0, 1, 2]) expect(prompt).toContain(`the whole is kept as result-0-${call} `)
  expect(long.certificate.bounded && prompt.length < long.certificate.promptChars).toBe(true)
  // Each has at least 500 characters, so 2,000 have room for four.
  const rejected: string[] = []
  for await (const event of session.send('I want to fly to Rome, Oslo, Bern, Kyiv, Riga'))
    if (event.type === 'patch-rejected') rejected.push(...event.issues.map(({ message }) => message))
  expect(rejected[0]).toContain('expected 4 at most in one step, found 5')
})
