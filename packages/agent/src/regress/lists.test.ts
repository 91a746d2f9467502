import type { StoredRecord } from '@skill-state/core/journal'
import { type Model, promptText } from '@skill-state/protocol'
import type { Part } from '@skill-state/protocol/regress'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Agent, agent, memorySessions } from '../index.ts'
import { type Recording, regress } from './regress.ts'

const PRICES: Readonly<Record<string, number>> = { Rome: 90, Oslo: 120, Bern: 700, Kyiv: 80 }
const CITIES = Object.keys(PRICES)

/** Looks up all cities that a message names at once, and tells how many it was told of. */
const model: Model = {
  id: 'clerk',
  generate: async ({ prompt }) => {
    const [, shown = ''] = promptText(prompt).split('Latest Observation:')
    const wanted = CITIES.filter((city) => shown.includes(city))
    const results = shown.split('\nResult: ').length - 1
    const calls = wanted.map((city) => (city === 'Oslo' ? { ask: { city } } : { search: { city } }))
    const action = results > 0 || wanted.length === 0 ? { reply: `Results: ${results}.` } : { calls }
    const text = JSON.stringify({ state_patch: { wanted }, action })
    return { text, finishReason: 'stop', usage: {}, model: 'clerk' }
  },
}

interface Input {
  readonly input: { readonly city: string }
}

const input = z.object({ city: z.string() })
const isDear = ({ input: { city } }: Input): boolean => (PRICES[city] ?? 0) > 500
const tools = {
  search: {
    description: 'Says what a flight costs.',
    input,
    approve: (call: Input) => isDear(call) && 'it costs much',
    execute: ({ city }: Input['input']) =>
      `${city} costs ${PRICES[city]}. ${'More is not known. '.repeat(30)}`,
  },
  ask: { description: 'Asks a person.', input },
}

const texts = z.array(z.string().max(1_000)).max(5).default([])

const desk = (change: object = {}): Agent<object> =>
  agent({
    name: 'travel',
    model,
    instructions: 'You look up flights.',
    state: z.object({ wanted: texts, found: texts }),
    tools,
    onWarning: () => {},
    ...change,
  } as never)

/** The cities of each session, in all combinations. */
const named = Array.from({ length: 2 ** CITIES.length - 1 }, (_, at) =>
  CITIES.filter((_, bit) => (at + 1) & (1 << bit)),
)
let recordings: readonly Recording[] = []

/** Says hello, then names the cities; approves the flight that costs more than 500 euros and answers for the person. */
async function record(cities: readonly string[]): Promise<Recording> {
  const store = memorySessions()
  const session = await desk().open({ id: 'a', store })
  await session.ask('Hello!')
  await session.ask(`I go to ${cities.join(', ')}`)
  const { approval, call } = session
  if (approval) await session.approve(approval).turn
  if (call) await session.answer({ ...call, result: 'Oslo: 120' }).turn
  expect(session.idle).toBe(true)
  return { name: cities.join(), records: store.read('a') as readonly StoredRecord[] }
}

beforeAll(async () => {
  recordings = await Promise.all(named.map(record))
})

const withSearch = (changed: object): object => ({
  tools: { ...tools, search: { ...tools.search, ...changed } },
})
const has = (city: string) => (cities: readonly string[]) => cities.includes(city)
const searched = (cities: readonly string[]): boolean => cities.some((city) => city !== 'Oslo')

type Change = [
  title: string,
  change: object,
  part: Part,
  place: string,
  at: (cities: readonly string[]) => boolean,
]
const changes: readonly Change[] = [
  ['a removed tool', { tools: { search: tools.search } }, 'reply', 'ask', has('Oslo')],
  [
    'the schema of an input',
    withSearch({ input: z.object({ city: z.enum(['Rome', 'Bern']) }) }),
    'reply',
    'search/city',
    has('Kyiv'),
  ],
  [
    'a check of an input that no schema says',
    withSearch({ input: input.refine(({ city }) => city !== 'Kyiv') }),
    'call',
    'input of search',
    has('Kyiv'),
  ],
  ['an approval that is gone', withSearch({ approve: undefined }), 'approval', 'search', has('Bern')],
  [
    'an approval that is new',
    withSearch({ approve: (call: Input) => (isDear(call) || call.input.city === 'Rome') && 'it costs much' }),
    'approval',
    'search',
    has('Rome'),
  ],
  [
    'another reason for an approval',
    withSearch({ approve: (call: Input) => isDear(call) && 'dear' }),
    'approval',
    'search',
    has('Bern'),
  ],
  ['a tool that the program executes', withSearch({ execute: undefined }), 'call', 'search', searched],
  [
    'a tool that the agent executes',
    { tools: { ...tools, ask: { ...tools.ask, execute: () => '' } } },
    'call',
    'ask',
    has('Oslo'),
  ],
  ['fewer calls a step', { maxCalls: 3 }, 'reply', 'calls', ({ length }) => length > 3],
  [
    'a new rule of capture',
    { capture: [{ name: 'found', from: { tool: 'search', path: '$' } }] },
    'capture',
    '/found',
    searched,
  ],
]

describe('a planted change is found at the step with the list, and in no session without its cause', () => {
  test.each(changes)('%s', async (_, change, part, place, at) => {
    const { differences } = await regress(desk(change), recordings)
    const found = differences.filter((each) => each.part === part && each.place.startsWith(place))
    const steps = new Set(found.map(({ session, step }) => `${session}: ${step}`))
    expect([...steps].sort()).toEqual(
      named
        .filter(at)
        .map((cities) => `${cities.join()}: 1`)
        .sort(),
    )
  })
})

test.each<[string, object]>([
  ['nothing', {}],
  ['what a tool does', withSearch({ execute: () => 'Nothing.', sequential: true })],
])('if %s is changed, nothing is found', async (_, change) => {
  const { differences } = await regress(desk(change), recordings)
  expect(differences).toEqual([])
})

test('a result that would be cut among those of its list is found in the prompt that shows it', async () => {
  const { differences } = await regress(desk({ maxResultChars: 2_000 }), recordings)
  const cut = differences.filter(({ place }) => place === 'observation')
  expect(cut.map(({ session, step }) => `${session}: ${step}`)).toEqual(['Rome,Oslo,Bern,Kyiv: 2'])
})
