import type { Guard } from '@skill-state/core'
import { type JournalStore, type Moment, replay, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Action, isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Part } from '@skill-state/protocol/regress'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Plant, playWeek } from '../../test/week/conversation.ts'
import { type DeskOptions, desk } from '../../test/week/desk.ts'
import { EMPTY, INSTRUCTIONS, SCHEMA } from '../../test/week/view.ts'
import { type Agent, agent, memorySessions } from '../index.ts'
import { type Recording, regress } from './regress.ts'

const CONVERSATIONS = 200

type Tools = Parameters<DeskOptions>[0]
type Options = ReturnType<DeskOptions>

const properties = SCHEMA.properties as JsonObject
const schemaOf = (changed: JsonObject, base: JsonObject = properties): JsonObject => ({
  ...SCHEMA,
  properties: { ...base, orders, ...changed },
})
const orders = { type: 'array', items: { type: 'string', maxLength: 10 }, maxItems: 3 }

/** The desk as it was when the conversations were recorded. */
const recorded: Options = {
  state: schemaOf({}),
  initialState: { ...EMPTY, orders: [] },
  capture: [{ name: 'orders', from: { role: 'user', pattern: 'W[0-9]{4}' } }],
}

const never = (): never => {
  throw new Error('a tool was called')
}

function deskWith(change: DeskOptions = () => ({})): Agent<JsonObject> {
  const outside = { answer: never, call: never, onEvent: never }
  return desk(outside, (tools) => ({ ...recorded, ...change(tools) }))
}

/** A week's journal. Orders that are late have a long history. */
async function recordWeek(seed: number): Promise<Recording> {
  let records: readonly StoredRecord[] = []
  const plant: Plant = {
    desk: () => recorded,
    onOpen: (all) => {
      records = all
    },
    call: (call) => async (tool, input, key) => {
      const result = await call(tool, input, key)
      return result.includes('late') ? `${result} ${'It was moved. '.repeat(60)}` : result
    },
  }
  await playWeek(seed, { turns: 4, kills: seed % 10 === 0, plant })
  return { name: `week ${seed}`, records }
}

/** A decision as the journal has it. */
interface Step {
  readonly index: number
  readonly before: Moment
  readonly action: Action
  readonly patch: JsonObject
  readonly prose: boolean
  readonly asked: boolean
  readonly outcome?: string | undefined
  readonly after?: Moment | undefined
  readonly isSettled?: boolean
  readonly messages: number
}

function stepsOf(journal: JournalStore): readonly Step[] {
  const steps: Step[] = []
  let messages = 0
  for (const { record, before, after } of replay(journal)) {
    if (record.kind === 'resumed') messages += 1
    if (record.kind === 'decided' && before) {
      const { action, patch = {}, prose = false } = record.decision
      steps.push({ index: record.index, before, action, patch, prose, asked: false, messages })
    }
    const last = steps.at(-1)
    if (!last) continue
    if (record.kind === 'waiting') steps[steps.length - 1] = { ...last, asked: true }
    if (record.kind === 'answered')
      steps[steps.length - 1] = {
        ...last,
        outcome: record.note?.outcome,
        after,
        isSettled: record.observation.waiting !== undefined,
      }
  }
  return steps
}

let recordings: readonly Recording[] = []
let steps: ReadonlyMap<string, readonly Step[]> = new Map()

beforeAll(async () => {
  recordings = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, seed) => recordWeek(seed)))
  steps = new Map(recordings.map(({ name, records }) => [name, stepsOf(memoryJournal([...records]))]))
})

const inputOf = ({ action }: Step, tool: string): JsonObject | undefined => {
  const input = isJsonObject(action) ? action[tool] : undefined
  return isJsonObject(input) ? input : undefined
}
const wasCalled = (step: Step): boolean => step.outcome === 'done' || step.outcome === 'failed'
const isSettled = (step: Step): boolean => step.isSettled === true
const anyStep = (): boolean => true

const refundUpTo = (maximum: number): JsonObject => ({
  type: 'object',
  properties: { order: { type: 'string', maxLength: 60 }, amount: { type: 'integer', maximum } },
  required: ['order', 'amount'],
  additionalProperties: false,
})
const oddOrders = z.strictObject({
  order: z
    .string()
    .max(60)
    .refine((order) => Number(order.slice(1)) % 2 === 1, 'expected an odd number'),
})
const noMail: Guard = {
  name: 'no-mail',
  check: ({ after }) =>
    after.get('email') === '' ? [] : [{ path: '', message: 'no-mail: no e-mail is kept' }],
}
const approving =
  (reason: string) =>
  ({ input }: { readonly input: object }): string | false =>
    Number((input as { readonly amount: number }).amount) > 100 && reason

/** The steps at which sessions are to differ first: the first of which it is true. */
type Expected = (step: Step) => boolean
type Change = [title: string, change: (tools: Tools) => Options, part: Part, place: string, at: Expected]

const withTool = (tools: Tools, name: string, changed: object): Options => ({
  tools: { ...tools, [name]: { ...tools[name], ...changed } } as Tools,
})

/** The field `seen` under another name. */
const renamed = (): Options => {
  const { seen, ...rest } = properties
  const { seen: _, ...empty } = EMPTY
  return {
    state: {
      ...SCHEMA,
      properties: { ...rest, looked: seen as JsonObject, orders },
      required: [...Object.keys(empty), 'looked'],
    },
    initialState: { ...empty, looked: {}, orders: [] },
    schemaVersion: 2,
  }
}
const short = schemaOf({ phone: { type: 'string', maxLength: 4 } })
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const line = (number: number, heading = ''): string =>
  `instructions line ${number}${heading && `, ${heading}`}`

const changes: readonly Change[] = [
  [
    'a word in the instructions',
    () => ({ instructions: INSTRUCTIONS.replace('Note', 'Write') }),
    'prompt',
    line(1),
    anyStep,
  ],
  ['a bound of the state, in the prompt', () => ({ state: short }), 'prompt', line(8, '## State'), anyStep],
  [
    'a bound of the state, in a patch',
    () => ({ state: short }),
    'patch',
    '/phone',
    ({ patch }) => text(patch.phone).length > 4,
  ],
  ['a renamed field without a migration', () => renamed(), 'migration', 'state', anyStep],
  [
    'a renamed field with a migration',
    () => ({ ...renamed(), migrations: { 1: ({ seen = {}, ...rest }) => ({ ...rest, looked: seen }) } }),
    'prompt',
    'state /seen',
    anyStep,
  ],
  [
    'a migration that fails',
    () => ({
      ...renamed(),
      migrations: {
        1: ({ seen = {}, ...rest }) => ({ ...rest, looked: seen, phone: rest.phone === '' ? '' : 5 }),
      },
    }),
    'migration',
    'state',
    ({ before, patch }) => text(patch.phone) !== '' || before.state.get('phone') !== '',
  ],
  [
    'a description of a field',
    () => ({
      state: schemaOf({ phone: { type: 'string', maxLength: 80, description: 'with its country' } }),
    }),
    'prompt',
    line(8, '## State'),
    anyStep,
  ],
  [
    'a removed tool',
    ({ ticket: _, ...tools }) => ({ tools }),
    'reply',
    'ticket',
    (step) => inputOf(step, 'ticket') !== undefined,
  ],
  [
    'the description of a tool',
    (tools) => withTool(tools, 'cancel', { description: 'Cancels it.' }),
    'prompt',
    '',
    anyStep,
  ],
  [
    'the schema of an input',
    (tools) => withTool(tools, 'refund', { input: refundUpTo(100) }),
    'reply',
    'refund/amount',
    (step) => Number(inputOf(step, 'refund')?.amount ?? 0) > 100,
  ],
  [
    'another default',
    () => ({ initialState: { ...EMPTY, orders: [], language: 'en' } }),
    'prompt',
    'initial state /language',
    anyStep,
  ],
  ['another guard', () => ({ guards: [noMail] }), 'patch', 'no-mail', ({ patch }) => 'email' in patch],
  [
    'earlier messages in the prompt',
    () => ({ recent: 2 }),
    'prompt',
    'observation',
    ({ messages }) => messages > 1,
  ],
  [
    'shorter results',
    () => ({ maxResultChars: 500 }),
    'prompt',
    'observation',
    ({ before }) => (before.observation?.text.length ?? 0) > 900,
  ],
  [
    'an approval that is gone',
    (tools) => withTool(tools, 'refund', { approve: undefined }),
    'approval',
    'refund',
    ({ asked }) => asked,
  ],
  [
    'an approval that is new',
    (tools) => withTool(tools, 'cancel', { approve: true }),
    'approval',
    'cancel',
    (step) => inputOf(step, 'cancel') !== undefined && wasCalled(step) && !isSettled(step),
  ],
  [
    'another reason for an approval',
    (tools) => withTool(tools, 'refund', { approve: approving('it is a lot') }),
    'approval',
    'refund',
    ({ asked }) => asked,
  ],
  [
    'another rule of capture',
    () => ({ capture: [{ name: 'orders', from: { role: 'user', pattern: 'W[0-9]{3}' } }] }),
    'state',
    'state /orders',
    ({ before }) => before.observation?.captured !== undefined,
  ],
  [
    'a lower limit of steps',
    () => ({ limits: { message: { steps: 2 } } }),
    'limit',
    'message.steps',
    ({ before, index }) => index - (before.turn?.since ?? 0) >= 2,
  ],
  ['no answer in plain words', () => ({ strict: true }), 'reply', 'plain words', ({ prose }) => prose],
  [
    'patches that count once the call is accepted',
    () => ({ commit: 'after-accept' }),
    'state',
    '',
    ({ outcome, patch, before, after }) =>
      (outcome === 'failed' || outcome === 'denied') &&
      Object.keys(patch).length > 0 &&
      before.state.text !== after?.state.text,
  ],
  ['an end of the session', () => ({ finish: true }), 'prompt', '', anyStep],
  ['a reply with a call', () => ({ replyWithTools: true }), 'prompt', '', anyStep],
  [
    'a tool that the program executes',
    (tools) => withTool(tools, 'subscribe', { execute: undefined }),
    'call',
    'subscribe',
    (step) => inputOf(step, 'subscribe') !== undefined && wasCalled(step) && !isSettled(step),
  ],
  [
    'a check of an input that no schema says',
    (tools) => withTool(tools, 'cancel', { input: oddOrders }),
    'call',
    'input of cancel',
    (step) => /[02468]$/.test(text(inputOf(step, 'cancel')?.order)) && wasCalled(step) && !isSettled(step),
  ],
  ['another name', () => ({ name: 'counter' }), 'session', 'name of the agent', anyStep],
]

describe('a planted change is found at the right step of each session, and nowhere else', () => {
  test.each(changes)('%s', async (_, change, part, place, at) => {
    const { differences } = await regress(deskWith(change), recordings)
    const found = new Map<string, number>()
    for (const difference of differences) {
      if (difference.part !== part || !difference.place.startsWith(place)) continue
      if (!found.has(difference.session)) found.set(difference.session, difference.step)
    }
    const firsts = [...steps].flatMap(([name, session]) => {
      const first = session.find((step) => at(step))
      return first ? [[name, first.index] as const] : []
    })
    const expected = new Map(firsts)
    expect(expected.size).toBeGreaterThan(2)
    const otherwise = [...steps.keys()].filter((name) => found.get(name) !== expected.get(name))
    expect(otherwise.map((name) => `${name}: ${found.get(name)}, not ${expected.get(name)}`)).toEqual([])
  })
})

test.each<[string, DeskOptions]>([
  ['nothing', () => ({})],
  [
    'what a tool does',
    (tools) => withTool(tools, 'order', { execute: never, timeoutMs: 5, onUnknown: 'tell' }),
  ],
  ['the model', () => ({ attempts: 5 })],
])('if %s is changed, nothing is found', async (_, change) => {
  const { differences, sessions, steps: all } = await regress(deskWith(change), recordings)
  expect(differences).toEqual([])
  expect(sessions).toHaveLength(CONVERSATIONS)
  expect(all).toBe([...steps.values()].flat().length)
})

test("in the provider's own form, the tools that are sent with a prompt are compared", async () => {
  const text = 'Hello.'
  const clock = (description: string): Agent<JsonObject> =>
    agent({
      model: {
        id: 'calling',
        capabilities: { native: 'calls' },
        generate: async () => ({ text, finishReason: 'stop', usage: {}, model: 'calling' }),
      },
      instructions: 'Talk.',
      state: { type: 'object', properties: {}, additionalProperties: false } as JsonObject,
      tools: { now: { description, input: { type: 'object' }, execute: never } },
    })
  const store = memorySessions()
  await (await clock('Tells the time.').open({ id: 'a', store })).ask('Hello.')
  const { differences } = await regress(clock('Tells the date.'), [
    { name: 'a', records: await store.read('a') },
  ])
  expect(differences).toEqual([
    {
      session: 'a',
      step: 0,
      part: 'prompt',
      place: 'tool "now"',
      was: '/description: Tells the time.',
      now: '/description: Tells the date.',
    },
  ])
})

test('a record that was changed is a difference, and the other sessions are compared', async () => {
  const [first, second] = recordings.slice(0, 2) as [Recording, Recording]
  const torn = first.records.map((record, index) => (index === 3 ? { ...record, chain: 'x' } : record))
  const { differences } = await regress(deskWith(), [{ ...first, records: torn }, second])
  expect(differences).toMatchObject([{ session: first.name, part: 'session', place: 'record' }])
})

test('a rule of the agent that throws, and a session that is not on record, are differences and not the end', async () => {
  const change: DeskOptions = (tools) => withTool(tools, 'order', { approve: never })
  const [first] = recordings as [Recording]
  const { differences } = await regress(deskWith(change), [first, { name: 'tuesday', records: [] }])
  expect(differences).toMatchObject([
    { part: 'call', place: 'a rule of the agent throws' },
    { session: 'tuesday', part: 'session', now: 'nothing is on record' },
  ])
})
