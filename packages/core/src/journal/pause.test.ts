import { type Environment, type Model, type Observation, promptText, type Step } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { compileSkill } from '../compile-skill.ts'
import { type RunSkillOptions, runSkill } from '../run-skill.ts'
import { history } from './history.ts'
import type { OpenJournal } from './journal.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'
import type { StoredRecord } from './store.ts'
import { verify } from './verify.ts'

const skill = {
  name: 'desk',
  instructions: 'Serve the customer.',
  schema: { type: 'object', additionalProperties: { type: 'number' } },
  initialState: {},
}
const compiled = compileSkill(skill)

/** A desk that talks with a customer and books only what was approved. Outlives any process. */
interface World {
  readonly booked: string[]
}

function desk({ booked }: World): Environment {
  return {
    reset: async () => ({ text: 'The desk is open.', done: false, waiting: { for: 'reply' } }),
    step: async (action, { key = '', approved } = {}): Promise<Observation> => {
      const text = typeof action === 'string' ? action : JSON.stringify(action)
      if (text === 'bye') return { text: 'Closed.', done: true }
      if (!text.startsWith('book')) return { text: 'Said.', done: false, waiting: { for: 'reply' } }
      if (!approved) return { text: '', done: false, waiting: { for: 'approval', reason: 'dear' } }
      if (!booked.some((each) => each.startsWith(`${key} `))) booked.push(`${key} ${text}`)
      return { text: `Done: ${text}`, done: false }
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

const replies: Readonly<Record<string, readonly [string, object]>> = {
  'a trip': ['book trip', { trips: 1 }],
  'Done: book trip': ['say booked', {}],
  'Done: book bus': ['say bus', {}],
  'No budget.': ['say sorry', {}],
  'that is all': ['bye', {}],
}

function clerk(prompts: string[]): Model {
  return {
    id: 'clerk',
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const observation = /Latest Observation: ([\s\S]*?)\n\nProvide/.exec(prompt)?.[1] ?? ''
      const [, [action, patch] = ['say hello', {}]] =
        Object.entries(replies).find(([text]) => observation.endsWith(text)) ?? []
      const text = `\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``
      return { text, finishReason: 'stop', usage: {}, model: 'clerk' }
    },
  }
}

function open(records: StoredRecord[]): OpenJournal {
  return openJournal(memoryJournal(records), { skill: compiled, id: 'trip' })
}

async function run(
  journal: OpenJournal,
  world: World,
  options: RunSkillOptions['resume'] = {},
  prompts: string[] = [],
): Promise<Step[]> {
  const input = { skill, environment: desk(world), model: clerk(prompts), seed: 0 }
  return await Array.fromAsync(runSkill(input, { commit: 'after-accept', resume: options, journal }))
}

const said = (text: string): Observation => ({ text, done: false })

describe('an episode that waits for a reply', () => {
  test('takes no step until it is resumed, in any process', async () => {
    const [records, world]: [StoredRecord[], World] = [[], { booked: [] }]
    expect(await run(open(records), world)).toEqual([])
    expect(await run(open(records), world)).toEqual([])
    expect(open(records).position.observation).toMatchObject({ waiting: { for: 'reply' } })
    const steps = await run(open(records), world, { with: said('hello') })
    expect(steps.map(({ action, observation }) => [observation, action])).toEqual([['hello', 'say hello']])
    expect(open(records).position).toMatchObject({ index: 1, observation: { waiting: { for: 'reply' } } })
  })

  test('rejects an approval', async () => {
    const records: StoredRecord[] = []
    await run(open(records), { booked: [] })
    await expect(run(open(records), { booked: [] }, { with: { approved: true } })).rejects.toThrow(
      'step 0 waits for a reply, not for an approval: resume with an observation',
    )
  })

  test('rejects a step that is recorded while it waits', () => {
    const journal = open([])
    journal.started({ text: '', done: false, waiting: { for: 'reply' } })
    expect(() => journal.decided({ index: 0, action: 'x', commit: 'after-accept' })).toThrow(/that waits/)
  })
})

describe('an action that waits for an approval', () => {
  async function asked(): Promise<{ records: StoredRecord[]; world: World }> {
    const [records, world]: [StoredRecord[], World] = [[], { booked: [] }]
    await run(open(records), world)
    const steps = await run(open(records), world, { with: said('a trip') })
    expect(steps.map(({ result }) => result.waiting)).toEqual([{ for: 'approval', reason: 'dear' }])
    return { records, world }
  }

  test('is not executed, and its patch does not count yet', async () => {
    const { records, world } = await asked()
    expect(world.booked).toEqual([])
    const { position } = open(records)
    expect(position.pending).toMatchObject({ action: 'book trip', waiting: { for: 'approval' } })
    expect(position.state.toJSON()).toEqual({})
    expect(await run(open(records), world)).toEqual([])
  })

  test('is executed once when it is approved, and then its patch counts', async () => {
    const { records, world } = await asked()
    const steps = await run(open(records), world, { with: { approved: true } })
    expect(world.booked).toEqual(['trip/0 book trip'])
    expect(steps.map(({ action }) => action)).toEqual(['say booked'])
    expect(open(records).position.state.toJSON()).toEqual({ trips: 1 })
  })

  test('is executed as it was edited', async () => {
    const { records, world } = await asked()
    await run(open(records), world, { with: { approved: true, action: 'book bus' } })
    expect(world.booked).toEqual(['trip/0 book bus'])
    const steps = [...history(memoryJournal(records))]
    expect(steps[0]).toMatchObject({ action: 'book bus', approved: true })
    expect(steps.map(({ action }) => action)).toEqual(['book bus', 'say bus'])
  })

  test('is undone when it is denied, and the model is told why', async () => {
    const { records, world } = await asked()
    const denial = { text: 'No budget.', done: false, refused: true }
    const steps = await run(open(records), world, { with: denial })
    expect(world.booked).toEqual([])
    expect(steps[0]?.observation).toContain('No budget.')
    expect(steps[0]?.action).toBe('say sorry')
    expect(open(records).position.state.toJSON()).toEqual({})
  })

  test('is not approved again after a crash in the middle of it', async () => {
    const { records, world } = await asked()
    const journal = open(records)
    journal.approved(0)
    expect(open(records).position.pending).toMatchObject({ approved: true })
    await expect(run(open(records), world)).rejects.toMatchObject({ code: 'outcome-unknown' })
    await run(open(records), world, { onUnknown: 'repeat' })
    expect(world.booked).toEqual(['trip/0 book trip'])
  })
})

const list = { calls: [{ look: {} }, { book: {} }] }

describe('what a journal is told in the wrong order', () => {
  const waits = { for: 'approval' } as const
  const decided = (action: string | object = 'book'): OpenJournal => {
    const journal = open([])
    journal.started({ text: '', done: false })
    journal.decided({ index: 0, action: action as string, commit: 'after-accept' })
    return journal
  }

  test.each<[string, () => OpenJournal, (journal: OpenJournal) => void, string]>([
    [
      'a second wait',
      decided,
      (journal) => {
        journal.waiting(0, waits)
        journal.waiting(0, waits)
      },
      'expected one decision that waits',
    ],
    [
      'a wait without a decision',
      () => open([]),
      (journal) => journal.waiting(0, waits),
      'expected one decision that waits',
    ],
    [
      'a wait of a call that is not in the list',
      () => decided(list),
      (journal) => journal.waiting(0, waits, 2),
      'expected a call of the list that has not ended',
    ],
    [
      'an approval that nobody asked for',
      decided,
      (journal) => journal.approved(0),
      'expected a decision that waits for an approval',
    ],
    [
      'an approval of another call',
      () => decided(list),
      (journal) => {
        journal.waiting(0, waits, 0)
        journal.approved(0, undefined, 1)
      },
      'expected a decision that waits for an approval',
    ],
    [
      'the end of a call twice',
      () => decided(list),
      (journal) => {
        journal.called(0, 1, { result: said('a') })
        journal.called(0, 1, { result: said('a') })
      },
      'expected a call of the list that has not ended',
    ],
    [
      'the end of a call of no list',
      decided,
      (journal) => journal.called(0, 0, { result: said('a') }),
      'expected a call of the list that has not ended',
    ],
    [
      'a decision before the answer',
      decided,
      (journal) => journal.decided({ index: 1, action: 'x', commit: 'after-accept' }),
      'expected the answer to step 0',
    ],
    [
      'another step',
      decided,
      (journal) => journal.approved(1),
      'expected a decision that waits for an approval',
    ],
    [
      'an answer to another step',
      decided,
      (journal) => journal.answered({ index: 1, observation: said(''), state: journal.position.state }),
      'expected step 0, found 1',
    ],
    [
      'a resume of an episode that goes on',
      decided,
      (journal) => journal.resumed(0, said('')),
      'expected an episode that waits',
    ],
    [
      'the end of a turn that is not open',
      decided,
      (journal) => journal.closed({ end: 'stopped' }),
      'expected an open turn',
    ],
    [
      'a message taken back that did not come',
      decided,
      (journal) => journal.withdrawn(0, 1),
      'expected no more messages than were received',
    ],
    [
      'a snapshot of a pending decision',
      decided,
      (journal) => journal.snapshot(),
      'expected the answer to step 0',
    ],
    [
      'a second beginning',
      decided,
      (journal) => journal.started(said('')),
      'expected no second first observation',
    ],
    [
      'a step before the beginning',
      () => open([]),
      (journal) => journal.decided({ index: 0, action: 'x', commit: 'after-accept' }),
      'expected no step outside of an episode',
    ],
  ])('is rejected: %s', (_, begin, go, message) => {
    expect(() => go(begin())).toThrow(message)
  })

  test('leaves the journal as it was', () => {
    const records: StoredRecord[] = []
    const journal = open(records)
    const before = [...records]
    expect(() => journal.approved(0)).toThrow(expect.objectContaining({ code: 'journal-misuse' }) as Error)
    expect(records).toEqual(before)
  })

  test('an episode that is over takes no step', () => {
    const journal = open([])
    journal.started({ text: '', done: true })
    expect(() => journal.decided({ index: 0, action: 'x', commit: 'after-accept' })).toThrow(
      'outside of an episode',
    )
  })
})

test('a list waits for one of its calls while another ends, and an edited call replaces its own', () => {
  const records: StoredRecord[] = []
  const journal = open(records)
  journal.started(said(''))
  journal.decided({ index: 0, action: list, source: 'text', commit: 'after-accept' })
  journal.waiting(0, { for: 'approval' }, 1)
  journal.called(0, 0, { result: said('seen') })
  const waits = [{ result: said('seen') }, { waiting: { for: 'approval' } }]
  expect(open(records).position.pending).toMatchObject({ action: list, source: 'text', calls: waits })
  journal.approved(0, { book: { seats: 2 } }, 1)
  const { pending } = open(records).position
  expect(pending).toMatchObject({
    action: { calls: [{ look: {} }, { book: { seats: 2 } }] },
    calls: [{ result: said('seen') }, { approved: true }],
  })
  expect(pending?.source).toBeUndefined()
  expect(pending?.waiting).toBeUndefined()
  journal.called(0, 1, { result: said('booked') })
  expect(open(records).position.pending?.calls?.[1]).toMatchObject({ approved: true, result: said('booked') })
})

describe('messages', () => {
  test('wait in the journal until they are taken, across undo, snapshots and forks', () => {
    const records: StoredRecord[] = []
    const journal = open(records)
    journal.received({ text: 'early', id: 'm0' })
    journal.started({ text: '', done: false, waiting: { for: 'reply' } })
    journal.resumed(0, said('early'), 1)
    journal.received({ text: 'one', id: 'm1' })
    journal.received({ text: 'two' })
    const { inbox, receivedIds } = open(records).position
    expect([...(inbox ?? [])]).toMatchObject([{ text: 'one', id: 'm1' }, { text: 'two' }])
    expect(receivedIds).toEqual(['m0', 'm1'])
    journal.decided({ index: 0, action: 'say hi', commit: 'after-accept' })
    const { state } = journal.position
    journal.answered({ index: 0, state, observation: { ...said(''), waiting: { for: 'reply' } } })
    journal.undo(0)
    expect(open(records).position.inbox).toHaveLength(2)
    expect(() => journal.resumed(0, said('x'))).toThrow(/that waits/)
    expect(verify(memoryJournal(records)).steps).toBe(1)
  })

  test('cannot be taken twice', () => {
    const journal = open([])
    journal.started({ text: '', done: false, waiting: { for: 'reply' } })
    journal.received({ text: 'one' })
    expect(() => journal.resumed(0, said('one two'), 2)).toThrow(/no more messages than were received/)
  })
})

test('a conversation that is cut off after any record continues as if nothing had happened', async () => {
  const script = ['hi', 'a trip', 'that is all']
  /** Drives the desk to its end from wherever the journal is; stops by throwing at `until` records. */
  async function drive(records: StoredRecord[], world: World): Promise<string[]> {
    const prompts: string[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const journal = open(records)
      const { observation, pending, receivedIds = [], inbox } = journal.position
      if (observation?.done) break
      const next = script[receivedIds.length]
      if (observation?.waiting && !pending && !inbox?.length && next !== undefined) {
        journal.received({ text: next, id: `m${receivedIds.length}` })
      }
      const [message] = journal.position.inbox ?? []
      if (observation?.waiting && !pending && message) {
        journal.resumed(journal.position.index, said(message.text), 1)
      }
      await run(
        journal,
        world,
        { onUnknown: 'repeat', ...(pending?.waiting && { with: { approved: true } }) },
        prompts,
      )
    }
    return prompts
  }
  const whole: StoredRecord[] = []
  const prompts = await drive(whole, { booked: [] })
  expect(whole.length).toBeGreaterThan(12)
  for (let cut = 1; cut < whole.length; cut += 1) {
    const records = whole.slice(0, cut)
    const world = { booked: [] }
    const rest = await drive(records, world)
    expect(records).toEqual(whole)
    expect(prompts.slice(prompts.length - rest.length)).toEqual(rest)
    expect(world.booked.length).toBeLessThanOrEqual(1)
  }
})
