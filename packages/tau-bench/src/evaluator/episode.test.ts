import { expect, test } from 'vitest'
import { episodeDatabase } from '../data/open-database.ts'
import type { TaskAction, TauTask } from '../data/tasks.ts'
import { officialHash } from '../hash/database-hash.ts'
import { ownDomain } from '../own/own-domain.ts'
import { dumps, type PythonValue } from '../python/index.ts'
import { type Episode, openEpisode, type Reply, stopMark } from './episode.ts'

const domain = ownDomain()
const untouched = officialHash(episodeDatabase(domain.database))

function action(name: string, kwargs: Readonly<Record<string, PythonValue>> = {}): TaskAction {
  return { name, kwargs: new Map(Object.entries(kwargs)) }
}

const cancel = action('cancel_pending_order', { order_id: '#W1000001', reason: 'no longer needed' })

function open(task: Partial<TauTask> = {}): Episode {
  return openEpisode(domain, { index: 0, user_id: '', instruction: '', actions: [], outputs: [], ...task })
}

function act(episode: Episode, { name, kwargs }: TaskAction): Reply {
  return episode.act(name, new Map(kwargs))
}

test('an unknown tool is answered, and the episode continues', () => {
  expect(open().act('__proto__', new Map())).toEqual({
    kind: 'answered',
    observation: 'Unknown action __proto__',
  })
})

test('what a tool raises is answered', () => {
  expect(open().act('get_order_details', new Map())).toEqual({
    kind: 'answered',
    observation: "Error: GetOrderDetails.invoke() missing 1 required positional argument: 'order_id'",
  })
})

test.each([
  ['Transfer successful', { summary: 's' }],
  ["Error: TransferToHumanAgents.invoke() got an unexpected keyword argument 'x'", { x: 1n }],
])('the hand-over ends the episode and answers %j', (observation, kwargs) => {
  expect(
    open().act('transfer_to_human_agents', new Map<string, PythonValue>(Object.entries(kwargs))),
  ).toMatchObject({
    kind: 'ended',
    observation,
    evaluation: { reward: 1 },
  })
})

test('the user ends the episode by the stop mark anywhere, the agent and other spellings do not', () => {
  expect(open().respond(stopMark, 'Pardon?').kind).toBe('answered')
  expect(open().respond('Bye', '###stop###').kind).toBe('answered')
  expect(open().respond('Bye', `Great. ${stopMark} Thanks`)).toMatchObject({
    kind: 'ended',
    observation: `Great. ${stopMark} Thanks`,
  })
})

test('database and outputs must both hold, and both verdicts are told', () => {
  const task = { actions: [cancel], outputs: ['12.25'] }
  const verdicts = [true, false].flatMap((does) =>
    ['$12.25', 'done'].map((says) => {
      const episode = open(task)
      if (does) act(episode, cancel)
      const reply = episode.respond(says, stopMark)
      return (
        reply.kind === 'ended' && [
          reply.evaluation.database.official,
          reply.evaluation.outputsSaid,
          reply.evaluation.reward,
        ]
      )
    }),
  )
  expect(verdicts).toEqual([
    [true, true, 1],
    [true, false, 0],
    [false, true, 0],
    [false, false, 0],
  ])
})

test('the replay passes over calls that err, unknown ones, and the hand-over', () => {
  const actions = [
    action('nonsense'),
    action('get_order_details'),
    action('transfer_to_human_agents'),
    cancel,
  ]
  const episode = open({ actions })
  act(episode, cancel)
  expect(episode.calculateReward().reward).toBe(1)
})

test('what the ground truth says counts as said', () => {
  const actions = [action('respond', { content: 'It is 42.' })]
  expect(open({ actions, outputs: ['42'] }).calculateReward()).toMatchObject({ outputsSaid: true, reward: 1 })
})

test('an end leaves the database of the ground truth, so that a second end gives 1', () => {
  const episode = open({ actions: [cancel] })
  expect(officialHash(episode.database)).toBe(untouched)
  expect(episode.calculateReward()).toMatchObject({ reward: 0, database: { agent: { official: untouched } } })
  expect(officialHash(episode.database)).not.toBe(untouched)
  expect(episode.calculateReward().reward).toBe(1)
})

test('250 and 250.0 differ officially and are the same canonically', () => {
  const write = (zip: PythonValue): TaskAction =>
    action('modify_user_address', {
      ...{ user_id: 'sol_andersen_1004', address1: '', address2: '', city: '', state: '', country: '' },
      zip,
    })
  const episode = open({ actions: [write(250n)] })
  act(episode, write(250))
  expect(episode.calculateReward()).toMatchObject({
    reward: 0,
    database: { official: false, canonical: true },
  })
})

test('without a content Python raises, and a content that is not a text does at the end', () => {
  expect(String(raised(open().respond(undefined, 'ok')))).toBe("KeyError: 'content'")
  const asked = open({ outputs: ['4'] })
  expect(asked.respond(null, 'ok').kind).toBe('answered')
  expect(String(raised(asked.respond('Bye', stopMark)))).toBe(
    "AttributeError: 'NoneType' object has no attribute 'lower'",
  )
  const silent = open({ outputs: ['4'] })
  silent.respond(undefined, 'ok')
  expect(String(raised(silent.respond('4', stopMark)))).toBe("KeyError: 'content'")
  const unasked = open()
  unasked.respond(null, 'ok')
  unasked.respond(undefined, 'ok')
  expect(unasked.respond('Bye', stopMark).kind).toBe('ended')
})

function raised(reply: Reply): unknown {
  return reply.kind === 'raised' ? reply.error : undefined
}

test('a tool that answers nothing raises, as its answer is refused', () => {
  const users = new Map([['ann', new Map<string, PythonValue>([['payment_methods', new Map()]])]])
  const airline = { ...domain, kind: 'airline' as const, database: new Map([['users', users]]) }
  const episode = openEpisode(airline, { index: 0, user_id: '', instruction: '', actions: [], outputs: [] })
  const send = (): Reply =>
    episode.act(
      'send_certificate',
      new Map<string, PythonValue>([
        ['user_id', 'ann'],
        ['amount', 5n],
      ]),
    )
  expect([send(), send(), send()].map(({ kind }) => kind)).toEqual(Array(3).fill('answered'))
  expect(String(raised(send()))).toBe('ValidationError: the observation is None')
})

test('no evaluation changes its task, whatever the tools keep of their arguments', () => {
  const address = new Map<string, PythonValue>([['lines', ['1']]])
  const write = action('modify_user_address', {
    ...{ user_id: 'sol_andersen_1004', address2: '', city: '', state: '', country: '', zip: '' },
    address1: address,
  })
  const episode = open({ actions: [write] })
  episode.calculateReward()
  const stored = episode.database.table('users').edit('sol_andersen_1004')?.get('address')
  const line = stored instanceof Map ? stored.get('address1') : undefined
  if (!(line instanceof Map)) throw new Error('the address must be stored as it was given')
  line.set('lines', [])
  expect(dumps(write.kwargs)).toContain('"lines": ["1"]')
})
