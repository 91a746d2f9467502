import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Model, promptText } from '@skill-state/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { byObservation, clerk, travel, type World } from '../../test/travel.ts'
import { memorySessions } from '../index.ts'
import { agentServer } from './index.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Served {
  readonly model?: Model
  readonly world?: World
  readonly store?: ReturnType<typeof memorySessions>
}

/** How clients of a version of the protocol connect. */
const versions = { 2025: 'legacy', 2026: { pin: '2026-07-28' } } as const

/** A host of the agent that books trips. `person` answers what a host is asked. */
async function host(
  { model = byObservation(clerk), world = { booked: [] }, store = memorySessions() }: Served = {},
  person?: (message: string) => object,
  version: keyof typeof versions = 2026,
): Promise<Client> {
  const agent = travel(model, world)
  const factory = agentServer({ agent, store, name: 'travel', description: 'Books trips.' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = serveStdio(factory, { transport: far })
  const capabilities = person ? { elicitation: {} } : {}
  const client = new Client(
    { name: 'host', version: '1' },
    { capabilities, versionNegotiation: { mode: versions[version] } },
  )
  if (person) {
    client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message) as never)
  }
  await client.connect(near)
  closers.push(
    () => client.close(),
    () => server.close(),
  )
  return client
}

/** What a tool answers: the object for programs, or the text of an error. */
async function call(client: Client, name: string, input: object, options = {}): Promise<unknown> {
  const result = await client.callTool({ name, arguments: { ...input } }, options)
  return result.isError ? (result.content as { text: string }[])[0]?.text : result.structuredContent
}

describe.each([2025, 2026] as const)('for a client of %s', (version) => {
  test('a session takes messages, is read, and says why it believes something', async () => {
    const client = await host({}, undefined, version)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['send', 'go_on', 'answer_approval', 'read_state'])
    expect(tools[0]?.description).toMatch(/^Books trips\. /)
    const sent = await call(client, 'send', { session: 'ada', message: 'the cheap one' })
    expect(sent).toMatchObject({
      session: 'ada',
      status: 'replied',
      reply: 'It is "booked".\nEnjoy!',
      steps: 3,
    })
    expect(sent).toHaveProperty('next', 'session "ada" waits for the next message: call send')
    expect(await call(client, 'read_state', { session: 'ada' })).toMatchObject({
      state: { traveller: 'Ada' },
    })
    expect(await call(client, 'read_state', { session: 'ada', pointer: '/traveller' })).toMatchObject({
      value: 'Ada',
      writtenBy: 'step',
      toldThen: 'The user says: the cheap one',
    })
    expect(await call(client, 'send', { session: 'ada', message: 'bye' })).toMatchObject({
      status: 'finished',
    })
    expect(await call(client, 'send', { session: 'ada', message: 'hello?' })).toMatch(/"ada" has ended/)
  })

  test('an approval is asked of the person if the host can ask', async () => {
    const world: World = { booked: [] }
    const asked: string[] = []
    const answers = [
      { action: 'accept', content: { approve: false, reason: 'too costly' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { approve: true } },
    ]
    const person = (message: string): object => {
      asked.push(message)
      return answers[asked.length - 1] ?? {}
    }
    const client = await host({ world }, person, version)
    const send = () => call(client, 'send', { session: 'ada', message: 'the dear one' })
    expect(await send()).toMatchObject({ status: 'replied', reply: 'Then not.' })
    expect(await send()).toMatchObject({ status: 'replied', reply: 'Then not.' })
    expect(await send()).toMatchObject({ status: 'waiting', approval: { step: 4, tool: 'book' } })
    const answer = { session: 'ada', step: 4, approve: true }
    expect(await call(client, 'answer_approval', answer)).toBe(
      'a person is asked: call go_on with session "ada"',
    )
    expect(world.booked).toEqual([])
    expect(await call(client, 'go_on', { session: 'ada' })).toMatchObject({ status: 'replied' })
    expect(world.booked).toHaveLength(1)
    expect(asked).toHaveLength(4)
    expect(asked[0]).toBe('May the agent do this? book {"flight":"F2","price":900} (it costs 900)')
  })
})

test('an approval is answered by a tool if the host cannot ask', async () => {
  const world: World = { booked: [] }
  const client = await host({ world })
  const waits = await call(client, 'send', { session: 'ada', message: 'the dear one' })
  expect(waits).toMatchObject({
    status: 'waiting',
    next: expect.stringMatching(/Step 0: book .*answer_approval/),
  })
  const answer = (step: number, approve: boolean, reason?: string) =>
    call(client, 'answer_approval', { session: 'ada', step, approve, ...(reason && { reason }) })
  expect(await answer(7, true)).toMatch(/step 7 does not wait for an approval: step 0 waits/)
  expect(await answer(0, false, 'too costly')).toMatchObject({ reply: 'Then not.' })
  await call(client, 'send', { session: 'ada', message: 'the dear one' })
  expect(world.booked).toEqual([])
  expect(await answer(2, true)).toMatchObject({ status: 'replied' })
  expect(world.booked).toHaveLength(1)
})

test('a call reports its progress; cancelled, its message is stopped and the next one is told', async () => {
  let isSlow = true
  const prompts: string[] = []
  const model = byObservation(clerk, prompts)
  const store = memorySessions()
  const started = Promise.withResolvers<void>()
  const slow: Model = {
    ...model,
    generate(request) {
      if (!isSlow || !promptText(request.prompt).includes('{"flights')) return model.generate(request)
      started.resolve()
      return new Promise((_, reject) =>
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason)),
      )
    },
  }
  const client = await host({ model: slow, store })
  const told: (string | undefined)[] = []
  const abort = new AbortController()
  const cancelled = call(
    client,
    'send',
    { session: 'ada', message: 'the cheap one' },
    { signal: abort.signal, onprogress: ({ message }: { message?: string }) => told.push(message) },
  )
  await started.promise
  expect(await call(client, 'go_on', { session: 'ada' })).toBe(
    'session "ada" is at work on another call: wait for its end, or cancel it',
  )
  abort.abort()
  await expect(cancelled).rejects.toThrow()
  expect(told).toEqual(['step 0: asks the model', 'step 0: calls search', 'step 1: asks the model'])
  isSlow = false
  const other = await host({ model: slow, store })
  expect(await call(other, 'go_on', { session: 'ada' })).toMatchObject({ status: 'stopped', steps: 1 })
  await call(other, 'send', { session: 'ada', message: 'go on' })
  expect(prompts.at(-1)).toContain(
    'Notice: The user stopped the work on their last message: "the cheap one".',
  )
})

test('a new session has an id that the host did not choose', async () => {
  const client = await host()
  const [one, two] = await Promise.all(['bye', 'bye'].map((message) => call(client, 'send', { message })))
  expect(one).toMatchObject({ status: 'finished', session: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(two).not.toEqual(one)
})

describe('one clear line for', () => {
  const send = { message: 'bye', session: 'ada' }
  test.each<[string, string, object, RegExp]>([
    [
      'a path as id',
      'send',
      { ...send, session: '../ada' },
      /^session: expected 1 to 80 letters, .* found "\.\.\/ada"$/,
    ],
    ['a hidden file as id', 'send', { ...send, session: '.ada' }, /^session: expected 1 to 80 letters/],
    ['a long id', 'send', { ...send, session: 'a'.repeat(1_000) }, /^session: expected 1 to 80 letters/],
    [
      'an unknown session',
      'read_state',
      { session: 'eve' },
      /^there is no session "eve": begin one with send$/,
    ],
    ['an unknown session to go on', 'go_on', { session: 'eve' }, /^there is no session "eve"/],
    [
      'why in an unknown session',
      'read_state',
      { session: 'eve', pointer: '/a' },
      /^there is no session "eve"/,
    ],
    ['an invalid pointer', 'read_state', { session: 'bob', pointer: 'a' }, /^expected a JSON Pointer/],
    [
      'an approval that is not asked for',
      'answer_approval',
      { session: 'bob', step: 0, approve: true },
      /no call waits$/,
    ],
    ['an empty message', 'send', { message: ' ' }, /^a message needs a text$/],
    ['no message', 'send', {}, /message/],
    ['a message of another type', 'send', { message: 7 }, /message/],
    ['an argument too many', 'send', { ...send, admin: true }, /additional/i],
  ])('%s', async (_, name, input, line) => {
    const client = await host()
    await call(client, 'send', { message: 'the cheap one', session: 'bob' })
    const text = await call(client, name, input)
    expect(text).toMatch(line)
    expect(text).not.toMatch(/\n/)
  })
})
