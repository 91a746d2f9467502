import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { byObservation, clerk, newest, type Rules, travel } from '../../test/travel.ts'
import { agent, memorySessions } from '../index.ts'

const written = (state_patch: object, action: object): string => JSON.stringify({ state_patch, action })

/** Answers one after the other, and then the last one again. */
function listed(...answers: readonly (string | (() => string))[]): Model {
  let asked = 0
  return {
    id: 'listed',
    generate: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? ''
      asked += 1
      return {
        text: typeof answer === 'string' ? answer : answer(),
        finishReason: 'stop',
        usage: {},
        model: 'listed',
      }
    },
  }
}

test('a message that is stopped is never done, and the next one is told', async () => {
  const prompts: string[] = []
  const thinking = Promise.withResolvers<void>()
  const model = byObservation(clerk, prompts)
  let isFirst = true
  const slow: Model = {
    ...model,
    generate: async (request) => {
      if (!isFirst) return model.generate(request)
      isFirst = false
      thinking.resolve()
      return new Promise(() => {}) // it ignores its signal
    },
  }
  const world = { booked: [] }
  const trip = await travel(slow, world).open({ id: 'a' })
  const stop = new AbortController()
  const { turn } = trip.send('a cheap flight', { signal: stop.signal })
  await thinking.promise
  stop.abort()
  expect(await turn).toMatchObject({ end: 'stopped', reply: '' })
  expect(await trip.ask('hello')).toMatchObject({ end: 'replied', reply: 'Sorry?' })
  expect(prompts[0]).toContain('Notice: The user stopped the work on their last message: "a cheap flight".')
  expect(world.booked).toEqual([])
})

test('a message that is sent with an aborted signal is withdrawn, and its end says that it did not begin', async () => {
  const prompts: string[] = []
  const trip = await travel(byObservation(clerk, prompts), { booked: [] }).open({ id: 'a' })
  const never = trip.send('hello', { signal: AbortSignal.abort() })
  const notBegun = { end: 'stopped', reasons: ['stopped before it began'] }
  expect(await Array.fromAsync(never)).toMatchObject([{ type: 'turn-ended', ...notBegun }])
  expect(await never.turn).toMatchObject({ ...notBegun, reply: '' })
  expect([trip.idle, prompts]).toEqual([true, []])
})

test('stop settles a call that waits, and withdraws what was sent after it', async () => {
  const world = { booked: [] }
  const trip = await travel(byObservation(clerk), world).open({ id: 'a' })
  expect(await trip.ask('the dear one')).toMatchObject({ end: 'waiting', approval: { step: 0 } })
  await trip.ask('a cheap flight')
  await trip.stop()
  expect(trip.idle).toBe(true)
  await expect(trip.approve({ step: 0 }).turn).rejects.toThrow('no call waits')
  expect(await trip.ask('hello')).toMatchObject({ end: 'replied' })
  expect(world.booked).toEqual([])
})

test('a call that was not made is told as denied, and a closed session takes no command', async () => {
  const [world, prompts]: [{ booked: string[] }, string[]] = [{ booked: [] }, []]
  const trip = await travel(byObservation(clerk, prompts), world).open({ id: 'a' })
  await trip.ask('the dear one')
  await trip.stop()
  await trip.ask('hello')
  expect(prompts.at(-1)).toContain('- denied: {"book":{"flight":"F2","price":900}}')
  await trip.close()
  const closed = 'session "a" is closed: open it again'
  for (const command of [trip.resume(), trip.approve({ step: 0 }), trip.send('hello')])
    await expect(command.turn).rejects.toThrow(closed)
  await expect(trip.stop()).rejects.toThrow(closed)
  expect(world.booked).toEqual([])
})

test('a model that cannot be read fails its message alone', async () => {
  const model = listed('{"a', '{"a', '{"a', written({}, { reply: 'Hello.' }))
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  const failed = await trip.ask('one')
  expect(failed).toMatchObject({ end: 'failed', reasons: [expect.stringContaining('3 attempts')] })
  expect(failed.resumable).toBeUndefined()
  expect(await trip.ask('two')).toMatchObject({ end: 'replied', reply: 'Hello.' })
})

test('an outage keeps the message for resume', async () => {
  const outage = (): string => {
    throw new Error('503')
  }
  const trip = await travel(listed(outage, written({}, { reply: 'Hello.' })), { booked: [] }).open({
    id: 'a',
  })
  expect(await trip.ask('one')).toMatchObject({ end: 'failed', reasons: ['503'], resumable: true })
  expect(await trip.resume().turn).toMatchObject({ end: 'replied', reply: 'Hello.' })
})

test('the message is in each prompt of its turn, with its calls', async () => {
  const prompts: string[] = []
  const trip = await travel(byObservation(clerk, prompts), { booked: [] }).open({ id: 'a' })
  await trip.ask('A cheap flight')
  expect(prompts).toHaveLength(3)
  for (const prompt of prompts) expect(prompt).toContain('The user says: A cheap flight')
  expect(prompts[2]).toContain('- done: search {"city":"Rome"}\n- done: book {"flight":"F1","price":90}')
})

test('a denied call keeps its patch, and the same call is not asked for without end', async () => {
  const prompts: string[] = []
  const rules: Rules = [[/./, { traveller: 'Ada' }, { book: { flight: 'F2', price: 900 } }]]
  const trip = await travel(byObservation(rules, prompts), { booked: [] }).open({ id: 'a' })
  let turn = await trip.ask('the dear one')
  let asked = 0
  while (turn.approval) {
    asked += 1
    turn = await trip.deny({ step: turn.approval.step, reason: 'no' }).turn
  }
  expect(turn).toMatchObject({ end: 'failed', reasons: [expect.stringContaining('for the third time')] })
  expect(asked).toBeLessThanOrEqual(4)
  expect(trip.state.traveller).toBe('Ada')
  expect(prompts[1]).toContain('/traveller: "" → "Ada"')
  expect(prompts.at(-1)).toContain('Notice: The same action was taken before')
})

test('a message has twenty steps, and the next one begins anew', async () => {
  const prompts: string[] = []
  let calls = 0
  const model: Model = {
    id: 'busy',
    generate: async ({ prompt }) => {
      prompts.push(promptText(prompt))
      calls += 1
      const text =
        newest(promptText(prompt)) === 'enough'
          ? written({}, { reply: 'Good.' })
          : written({}, { search: { city: `c${calls}` } })
      return { text, finishReason: 'stop', usage: {}, model: 'busy' }
    },
  }
  const trip = await travel(model, { booked: [] }).open({ id: 'a' })
  expect(await trip.ask('search')).toMatchObject({ end: 'limit', limit: 'message.steps', steps: 20 })
  expect(await trip.ask('enough')).toMatchObject({ end: 'replied', reply: 'Good.' })
  expect(prompts.at(-1)).toContain('Notice: The work on the last message ended at a limit')
})

test('what rejected replies cost is on record before the next call, in any process', async () => {
  const store = memorySessions()
  const garbage: Model = {
    id: 'garbage',
    generate: async () => ({
      text: '{"a',
      finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 1 },
      model: 'garbage',
    }),
  }
  for (let request = 0; request < 3; request += 1) {
    const session = await travel(garbage, { booked: [] }).open({ id: 'a', store })
    await session.ask('Hello.')
    await session.close()
  }
  const session = await travel(garbage, { booked: [] }).open({ id: 'a', store })
  expect(session.spent).toMatchObject({ calls: 9, inputTokens: 90, outputTokens: 9 })
})

test('an observer that throws ends its own turn, hears no more of it, and the effect stays on record', async () => {
  const warnings: string[] = []
  const heard: string[] = []
  let isFull = true
  const world = { booked: [] }
  const trip = await travel(byObservation(clerk), world, {
    onWarning: (warning) => warnings.push(warning),
    onEvent: ({ type }) => {
      heard.push(type)
      if (type === 'tool-ended' && isFull) throw new Error('disk full')
    },
  }).open({ id: 'a' })
  expect(await trip.ask('A cheap flight')).toMatchObject({ end: 'failed', resumable: true })
  expect(warnings.filter((warning) => warning.includes('disk full'))).toHaveLength(1)
  expect(heard.at(-1)).toBe('tool-ended')
  await trip.resume().turn
  isFull = false
  expect(await trip.resume().turn).toMatchObject({ end: 'replied' })
  expect(heard.at(-1)).toBe('turn-ended')
  expect(world.booked).toEqual(['a/1 F1'])
})

test('finish is offered only if it is asked for', async () => {
  const prompts: string[] = []
  const desk = agent({
    model: byObservation([[/bye/, {}, { finish: 'Bye.' }]], prompts),
    instructions: 'x',
    state: z.object({}),
    tools: {},
  })
  expect(await (await desk.open({ id: 'a' })).ask('bye')).toMatchObject({ end: 'failed' })
  expect(prompts[0]).not.toContain('finish')
})

test('a context is checked, given to tools, and in no prompt and no record', async () => {
  const [prompts, seen]: [string[], unknown[]] = [[], []]
  const store = memorySessions()
  const desk = agent({
    model: byObservation([[/go/, {}, { look: {} }]], prompts),
    instructions: 'x',
    state: z.object({}),
    context: z.object({ customer: z.string() }),
    tools: {
      look: {
        description: 'Looks.',
        input: z.object({}),
        approve: ({ context }) => context.customer === 'eve',
        execute: (_, { context }) => {
          seen.push(context.customer)
          return { found: true }
        },
      },
    },
  })
  await expect(desk.open({ id: 'a', store, context: {} as never })).rejects.toThrow(/^context\.customer: /)
  const session = await desk.open({ id: 'a', store, context: { customer: 'ada-77' } })
  await session.ask('go')
  expect(seen).toEqual(['ada-77'])
  expect(JSON.stringify([prompts, await store.read('a')])).not.toContain('ada-77')
})

test('a new session begins with its own state and with what was said before', async () => {
  const prompts: string[] = []
  const store = memorySessions()
  const trips = travel(byObservation(clerk, prompts), { booked: [] })
  const options = {
    id: 'a',
    store,
    initialState: { traveller: 'Ada', bookings: {} },
    seed: [{ by: 'user', text: 'I am Ada and fly to Oslo.' }],
  } as const
  const session = await trips.open(options)
  await session.ask('hello')
  expect(session.state.traveller).toBe('Ada')
  expect(prompts[0]).toContain('Result: The conversation so far:\n> user: I am Ada and fly to Oslo.')
  await session.ask('hello again')
  expect(prompts[1]).not.toContain('Oslo')
})

test('close waits for the turns under way', async () => {
  const gate = Promise.withResolvers<void>()
  const rules = byObservation(clerk)
  const slow: Model = {
    ...rules,
    generate: async (request) => {
      await gate.promise
      return await rules.generate(request)
    },
  }
  const trip = await travel(slow, { booked: [] }).open({ id: 'a' })
  const events: string[] = []
  const told = (what: string) => (): unknown => events.push(what)
  const turn = trip.send('hello').turn.then(told('turn'))
  const closing = trip.close().then(told('closed'))
  gate.resolve()
  await Promise.all([turn, closing])
  expect(events).toEqual(['turn', 'closed'])
  await trip.close() // a second time does nothing
})

test('after-accept undoes the patch, and shows what it would have written', async () => {
  const prompts: string[] = []
  const rules: Rules = [
    [/denied/, {}, { reply: 'Then not.' }],
    [/./, { traveller: 'Ada' }, { book: { flight: 'F2', price: 900 } }],
  ]
  const trip = await travel(byObservation(rules, prompts), { booked: [] }, { commit: 'after-accept' }).open({
    id: 'a',
  })
  await trip.ask('the dear one')
  expect(await trip.deny({ step: 0, reason: 'no' }).turn).toMatchObject({ reply: 'Then not.' })
  expect(trip.state.traveller).toBe('')
  expect(prompts[1]).toContain('It would have written (old → new): /traveller: "" → "Ada"')
})
