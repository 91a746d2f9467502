import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { newest } from '../conformance/desk.ts'
import { memorySessions, type SessionStore } from '../index.ts'
import { type Entry, embeddedAgent, type StepAnswer } from './index.ts'

const user = (text: string): Entry => ({ by: 'user', text })
const said = (text: string): Entry => ({ by: 'assistant', text })

const state = {
  type: 'object',
  properties: { heard: { type: 'string', maxLength: 99 } },
  required: ['heard'],
  additionalProperties: false,
} as const

/** Writes each message into its state. `hold` waits, `fail` is answered in no form. */
function listening(prompts: string[] = []): Model {
  return {
    id: 'listening',
    generate: async (request) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const heard = `${/"heard": ?"([^"]*)"/.exec(prompt)?.[1]}${newest(prompt)} `
      const action = heard.endsWith('hold ') ? { hold: {} } : { reply: 'Yes.' }
      const text = heard.endsWith('fail ') ? '{' : JSON.stringify({ state_patch: { heard }, action })
      return { text, finishReason: 'stop', usage: {}, model: 'listening' }
    },
  }
}

function start(
  sessions: SessionStore = memorySessions(),
  prompts: string[] = [],
): {
  readonly say: (...texts: string[]) => Promise<StepAnswer>
  readonly step: (transcript: readonly Entry[]) => Promise<StepAnswer>
} {
  const agent = embeddedAgent({ state, initialState: { heard: '' }, sessions, onWarning: () => {} })
  const hold = { name: 'hold', description: 'Holds.', input: { type: 'object', additionalProperties: false } }
  const base = { session: 'a', model: listening(prompts), instructions: 'Listen.', tools: [hold] }
  const step = (transcript: readonly Entry[]): Promise<StepAnswer> => agent.step({ ...base, transcript })
  const say = (...texts: string[]): Promise<StepAnswer> =>
    step(texts.flatMap((text, index) => (index === 0 ? [user(text)] : [said('Yes.'), user(text)])))
  return { say, step }
}

async function heard(answer: Promise<StepAnswer>): Promise<unknown> {
  return (await answer).state.heard
}

test('a branch has the state of the message before it, and so has each further one', async () => {
  const { say } = start()
  for (const talk of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) await say(...talk)
  expect(await heard(say('a', 'b', 'x'))).toBe('a b x ')
  expect(await heard(say('a', 'b', 'x', 'y'))).toBe('a b x y ')
  expect(await heard(say('a', 'z'))).toBe('a z ')
  expect(await heard(say('a', 'b', 'x', 'w'))).toBe('a b x w ')
})

test('a conversation goes on in a branch that was left, from its end', async () => {
  const { say } = start()
  for (const talk of [['a'], ['a', 'b'], ['a', 'x']]) await say(...talk)
  expect(await heard(say('a', 'b', 'c'))).toBe('a b c ')
  expect(await heard(say('a', 'x', 'y'))).toBe('a x y ')
  expect(await heard(say('a', 'b', 'c', 'd'))).toBe('a b c d ')
})

test('a message that is delivered again is no branch, and an earlier one is answered anew', async () => {
  const prompts: string[] = []
  const { say } = start(memorySessions(), prompts)
  for (const talk of [['a'], ['a', 'b'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c']]) await say(...talk)
  expect(prompts).toHaveLength(3)
  expect(await heard(say('a', 'b'))).toBe('a b ')
  expect(prompts).toHaveLength(4)
})

test('no part of a longer transcript is taken for a branch', async () => {
  const { say, step } = start()
  for (const talk of [['a'], ['a', 'b'], ['b', 'c'], ['c', 'b'], ['b', 'e']]) await say(...talk)
  expect(await heard(step([said('Yes.'), user('f')]))).toBe('a b c b e f ')
  expect(await heard(say('g'))).toBe('a b c b e f g ')
})

test('a message that failed and that the framework has forgotten is no branch', async () => {
  const prompts: string[] = []
  const { say } = start(memorySessions(), prompts)
  await say('a')
  await expect(say('a', 'fail')).rejects.toThrow()
  expect(await heard(say('a', 'b'))).toBe('a b ')
  expect(prompts.at(-1)).toContain('The work on the last message failed')
})

test('a call of a branch that was left is told of once, and its result is rejected', async () => {
  const prompts: string[] = []
  const { say, step } = start(memorySessions(), prompts)
  await say('a')
  const [call] = (await say('a', 'hold')).calls
  if (call === undefined) throw new Error('no call')
  expect(await heard(say('a', 'b'))).toBe('a b ')
  expect(prompts.at(-1)).toContain('The calls since, oldest first:\n> - unknown: {"hold":{}}')
  const left: Entry[] = [user('a'), said('Yes.'), user('hold'), { by: 'assistant', text: '', calls: [call] }]
  await expect(step([...left, { by: 'tool', call: call.id, result: 'Held.' }])).rejects.toThrow(
    'in a branch that was left',
  )
  const again = await say('a', 'b', 'hold')
  expect(again.calls[0]?.id).not.toBe(call.id)
  expect(prompts.at(-1)).not.toContain('The calls since')
})

test('a branch begins in another process, and after the death of one that had gone back', async () => {
  const sessions = memorySessions()
  for (const talk of [['a'], ['a', 'b'], ['a', 'b', 'c']]) await start(sessions).say(...talk)
  const dying: SessionStore = {
    async open(id) {
      const place = await sessions.open(id)
      const append: typeof place.journal.append = (record) => {
        if (record.body.startsWith('{"received":')) throw new Error('the process is dead')
        place.journal.append(record)
      }
      return { ...place, journal: { ...place.journal, append } }
    },
  }
  await expect(start(dying).say('a', 'x')).rejects.toThrow('dead')
  expect(await heard(start(sessions).say('a', 'x'))).toBe('a x ')
  expect(await heard(start(sessions).say('a', 'b', 'c', 'd'))).toBe('a b c d ')
})
