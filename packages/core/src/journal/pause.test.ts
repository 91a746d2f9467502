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

describe('messages', () => {
  test('wait in the journal until they are taken, across undo, snapshots and forks', () => {
    const records: StoredRecord[] = []
    const journal = open(records)
    journal.received({ text: 'early', id: 'm0' })
    journal.started({ text: '', done: false, waiting: { for: 'reply' } })
    journal.resumed(0, said('early'), 1)
    journal.received({ text: 'one', id: 'm1' })
    journal.received({ text: 'two' })
    expect(open(records).position).toMatchObject({
      inbox: [{ text: 'one', id: 'm1' }, { text: 'two' }],
      receivedIds: ['m0', 'm1'],
    })
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
      const { observation, pending, receivedIds = [], inbox = [] } = journal.position
      if (observation?.done) break
      const next = script[receivedIds.length]
      if (observation?.waiting && !pending && inbox.length === 0 && next !== undefined) {
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
