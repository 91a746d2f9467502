import { scripted } from '@skill-state/models'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Agent, agent } from '../agent.ts'
import { eventResponse } from '../response.ts'
import type { Session } from '../session/session.ts'
import { memorySessions } from '../stores.ts'
import { type AgUiEvent, toAgUi } from './ag-ui.ts'
import { type SessionClient, type SessionClientOptions, sessionClient } from './session-client.ts'

const patch = (state_patch: object, action: object): string => JSON.stringify({ state_patch, action })
const paid: string[] = []
const desk = (...replies: string[]): Agent<unknown> =>
  agent({
    model: scripted(replies),
    instructions: 'Pay.',
    state: z.object({ paid: z.record(z.string().max(9), z.int()).default({}).meta({ maxProperties: 9 }) }),
    tools: {
      pay: {
        description: 'Pays.',
        input: z.object({ to: z.string() }),
        approve: () => 'it moves money',
        execute: ({ to }) => {
          paid.push(to)
          return `paid ${to}`
        },
      },
    },
  })

/** A server of one session without a network: the routes of the guide. */
function server(made: Agent<unknown>): { fetch: typeof fetch; cut(after: number): void; sent: string[] } {
  const store = memorySessions()
  const sent: string[] = []
  let running: Session<unknown> | undefined
  let most = Number.POSITIVE_INFINITY
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const path = request.url.replace('http://site', '')
    const text = await request.text()
    const id = request.headers.get('idempotency-key') ?? undefined
    if (path === '/stop') {
      await running?.stop()
      return new Response(null, { status: 204 })
    }
    const session = await made.open({ id: 'one', store })
    if (request.method === 'GET') {
      const { state, approvals } = session
      return Response.json({ messages: session.messages(9), state, approvals })
    }
    if (path !== '/messages' && !path.startsWith('/approvals')) return new Response('', { status: 404 })
    running = session
    sent.push(text)
    const [step = 0, call] = path.split('/').slice(2).map(Number)
    const turn =
      path === '/messages'
        ? session.send(text, { id })
        : text === 'yes'
          ? session.approve({ step, call })
          : session.deny({ step, call, reason: text })
    const whole = eventResponse(turn)
    if (most === Number.POSITIVE_INFINITY) return whole
    const part = (await whole.text()).slice(0, most)
    most = Number.POSITIVE_INFINITY
    return new Response(part)
  }
  const cut = (after: number): void => {
    most = after
  }
  return { fetch: answer, cut, sent }
}

function storage(): NonNullable<SessionClientOptions['storage']> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const asks = patch({ paid: { Ada: 5 } }, { pay: { to: 'Ada' } })
const done = patch({}, { reply: 'Ada has her money.' })

test('sends, shows the call that waits, approves it, and shows the reply as it is written', async () => {
  paid.length = 0
  const shown: string[] = []
  const client: SessionClient = sessionClient({
    url: 'http://site',
    ...server(desk(asks, done)),
    storage: storage(),
  })
  client.subscribe(() => shown.push(client.view().writing))
  await client.load()
  await client.send('Pay Ada.')
  expect(client.view()).toMatchObject({ busy: false, approval: { tool: 'pay', reason: 'it moves money' } })
  expect(paid).toEqual([])
  await client.decide()
  expect(paid).toEqual(['Ada'])
  expect(shown).toContain('Ada has her money.')
  expect(client.view()).toMatchObject({
    messages: [
      { by: 'user', text: 'Pay Ada.' },
      { by: 'agent', text: 'Ada has her money.' },
    ],
    state: { paid: { Ada: 5 } },
    writing: '',
    approval: undefined,
  })
  const view = client.view()
  expect(client.view()).toBe(view)
})

test('of two calls that wait, a page answers each by its place', async () => {
  paid.length = 0
  const both = { calls: [{ pay: { to: 'Ada' } }, { pay: { to: 'Bob' } }] }
  const client = sessionClient({
    url: 'http://site',
    ...server(desk(patch({}, both), done)),
    storage: storage(),
  })
  await client.send('Pay both.')
  const [ada, bob] = client.view().approvals
  expect([ada?.call, bob?.call]).toEqual([0, 1])
  await Promise.all([client.decide('yes', bob), client.decide()]) // the second click decides nothing
  expect(paid).toEqual(['Bob'])
  expect(client.view()).toMatchObject({ approvals: [{ call: 0 }], approval: { input: { to: 'Ada' } } })
  await client.decide('not Ada')
  expect(paid).toEqual(['Bob'])
  expect(client.view()).toMatchObject({ approvals: [], messages: [{}, { text: 'Ada has her money.' }] })
})

test('a denied call is not made, and a second click changes nothing', async () => {
  paid.length = 0
  const client = sessionClient({ url: 'http://site', ...server(desk(asks, done)), storage: storage() })
  await client.send('Pay Ada.')
  await Promise.all([client.decide('too much'), client.decide('yes')])
  expect(paid).toEqual([])
})

test.each([0, 40, 400])(
  'a connection that ends after %i characters is made again, and nothing is played twice',
  async (after) => {
    paid.length = 0
    const world = server(desk(asks, done))
    world.cut(after)
    const client = sessionClient({ url: 'http://site', ...world, storage: storage(), retryMs: 0 })
    await client.send('Pay Ada.')
    expect(world.sent).toEqual(['Pay Ada.', 'Pay Ada.'])
    expect(client.view().messages).toEqual([{ by: 'user', text: 'Pay Ada.' }])
    await client.decide()
    expect(paid).toEqual(['Ada'])
  },
)

test('a page that was reloaded during a turn continues it', async () => {
  const world = server(desk(done))
  const place = storage()
  place.setItem('skill-state http://site', JSON.stringify(['m1', 'Pay Ada.']))
  const client = sessionClient({ url: 'http://site', ...world, storage: place })
  await client.load()
  expect(client.view().messages.at(-1)).toEqual({ by: 'agent', text: 'Ada has her money.' })
  expect(place.kept.size).toBe(0)
  await sessionClient({ url: 'http://site', ...world, storage: place }).load()
  expect(world.sent).toEqual(['Pay Ada.'])
})

test('a server that rejects a request is told by its status, and the page is no longer busy', async () => {
  const { fetch } = server(desk(done))
  const closed: typeof fetch = async (input, init) =>
    init?.method === 'GET' ? await fetch(input, init) : new Response('', { status: 401 })
  const client = sessionClient({ url: 'http://site', fetch: closed, storage: storage() })
  await expect(client.send('Pay Ada.')).rejects.toThrow('POST http://site/messages: the server answered 401')
  expect(client.view().busy).toBe(false)
})

test('a turn in AG-UI: a snapshot, a patch of the state, the call as an interrupt, and the text', async () => {
  const session = await desk(asks, done).open({ id: 'one', store: memorySessions() })
  const events = async (
    turn: ReturnType<typeof session.send>,
    run: string,
  ): Promise<readonly AgUiEvent[]> => {
    const all: AgUiEvent[] = []
    for await (const event of toAgUi(session, turn, run)) all.push(event)
    return all
  }
  const first = await events(session.send('Pay Ada.'), 'r1')
  expect(first).toMatchObject([
    { type: 'RUN_STARTED', threadId: 'one', runId: 'r1' },
    { type: 'STATE_SNAPSHOT', snapshot: { paid: {} } },
    {
      type: 'RUN_FINISHED',
      outcome: { type: 'interrupt', interrupts: [{ id: '0', message: 'it moves money' }] },
    },
  ])
  const second = await events(session.approve({ step: 0 }), 'r2')
  expect([...new Set(second.map(({ type }) => type))]).toEqual([
    'RUN_STARTED',
    'STATE_SNAPSHOT',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'STATE_DELTA',
    'TOOL_CALL_RESULT',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'RUN_FINISHED',
  ])
})

test('a server that cannot be reached for a while is asked again, and a lost answer decides nothing twice', async () => {
  paid.length = 0
  const world = server(desk(asks, done))
  let lost: readonly ('before' | 'after')[] = []
  const flaky: typeof fetch = async (input, init) => {
    const [when, ...rest] = lost
    lost = rest
    if (when === 'before') throw new TypeError('fetch failed')
    const response = await world.fetch(input, init)
    if (when === undefined) return response
    await response.text()
    throw new TypeError('fetch failed')
  }
  const client = sessionClient({ url: 'http://site', fetch: flaky, storage: storage(), retryMs: 0 })
  const problems = new Set<string | undefined>()
  client.subscribe(() => problems.add(client.view().problem))
  lost = ['before', 'before', 'after']
  await client.load()
  expect([...problems]).toEqual(['fetch failed', undefined])
  await client.send('Pay Ada.')
  lost = ['before', 'before']
  await client.decide() // is lost on its way, and then the view is read in the second attempt
  expect(client.view()).toMatchObject({ problem: 'fetch failed', approval: { tool: 'pay' }, busy: false })
  expect(paid).toEqual([])
  lost = ['after']
  await client.decide() // the answer is lost
  expect(paid).toEqual(['Ada'])
  expect(client.view().approval).toBeUndefined()
  expect(client.view().messages.at(-1)).toEqual({ by: 'agent', text: 'Ada has her money.' })
  lost = ['before']
  await client.stop()
})
