import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { type EmbeddedAgent, type Entry, earlierOf, embeddedAgent } from './index.ts'
import type { EntryCall } from './transcript.ts'

function asked(prompts: string[]): Model {
  return {
    id: 'rules',
    generate: async ({ prompt }) => {
      prompts.push(promptText(prompt))
      const text = `\`\`\`json\n${JSON.stringify({ state_patch: {}, action: { reply: `Reply ${prompts.length}` } })}\n\`\`\``
      return { text, finishReason: 'stop', usage: { inputTokens: 3 }, model: 'rules' }
    },
  }
}

const state = { type: 'object', additionalProperties: false } as const

function start(
  prompts: string[],
  warnings: string[] = [],
): (transcript: readonly Entry[]) => Promise<string> {
  const agent: EmbeddedAgent = embeddedAgent({ state, onWarning: (warning) => warnings.push(warning) })
  const base = { session: 'a', model: asked(prompts), instructions: 'Talk.', tools: [] }
  return async (transcript) => (await agent.step({ ...base, transcript })).text
}

const user = (text: string): Entry => ({ by: 'user', text })
const said = (text: string): Entry => ({ by: 'assistant', text })

test('a message that is delivered again gets the same reply, and no step', async () => {
  const prompts: string[] = []
  const step = start(prompts)
  expect(await step([user('Hi')])).toBe('Reply 1')
  const second = [user('Hi'), said('Reply 1'), user('yes')]
  expect(await step(second)).toBe('Reply 2')
  expect(await step(second)).toBe('Reply 2')
  expect(await step([...second, said('Reply 2'), user('yes')])).toBe('Reply 3')
  expect(prompts).toHaveLength(3)
})

test('entries that are not handed over again are in the record, and tell a repeated message from a new one', async () => {
  const prompts: string[] = []
  const agent = embeddedAgent({ state, onWarning: () => {} })
  const base = { session: 'a', model: asked(prompts), instructions: 'Talk.', tools: [] }
  const talk = [user('Hi'), said('Reply 1'), user('yes'), said('Reply 2')]
  const step = (from: number, to: number) => {
    const earlier = from === 0 ? undefined : earlierOf(talk.slice(0, from))
    return agent.step({ ...base, earlier, transcript: [...talk.slice(from, to), user('yes')] })
  }
  const answers = [await step(0, 0), await step(2, 2), await step(2, 2), await step(2, 4), await step(4, 4)]
  expect(answers.map(({ text }) => text)).toEqual(['Reply 1', 'Reply 2', 'Reply 2', 'Reply 3', 'Reply 3'])
  expect(answers.map(({ dropped }) => dropped.count)).toEqual([0, 2, 3, 4, 5])
  const sizes = answers[3]?.dropped.entries.map(({ index, by, chars }) => `${index} ${by} ${chars}`)
  expect(sizes).toEqual(['0 user 2', '1 assistant 7', '2 user 3', '3 assistant 7'])
  expect(prompts).toHaveLength(3)
})

test('a lone message is new even if its text is the same', async () => {
  const step = start([])
  expect([await step([user('yes')]), await step([user('yes')])]).toEqual(['Reply 1', 'Reply 2'])
})

test('a session that begins inside of a chat is shown what was said, and what a rule captures of it', async () => {
  const [prompts, warnings]: [string[], string[]] = [[], []]
  const step = start(prompts, warnings)
  await step([user('I am Ada, order #W7'), said('Hello Ada'), user('Go on')])
  for (const text of ['I am Ada, order #W7', 'Hello Ada', 'The user says: Go on'])
    expect(prompts[0]).toContain(text)
  expect(warnings).toEqual([])
  const orders = { type: 'array', items: { type: 'string', maxLength: 8 }, maxItems: 4 } as const
  const agent = embeddedAgent({
    state: { type: 'object', properties: { orders }, additionalProperties: false },
    initialState: { orders: [] },
    capture: [{ name: 'orders', from: { role: 'user', pattern: '#W[0-9]+' } }],
    onWarning: () => {},
  })
  const transcript = [user('I am Ada, order #W7'), said('Hello Ada'), user('Go on')]
  const request = { session: 'a', model: asked([]), instructions: 'Talk.', tools: [], transcript }
  expect((await agent.step(request)).state).toEqual({ orders: ['#W7'] })
})

test('a new session warns of entries that it is not handed, and rejects the result of a lost one', async () => {
  const warnings: string[] = []
  const agent = embeddedAgent({ state, onWarning: (warning) => warnings.push(warning) })
  const [earlier, transcript] = [earlierOf([user('Hi'), said('Hello')]), [user('Go on')]]
  await agent.step({ session: 'a', model: asked([]), instructions: 'Talk.', tools: [], earlier, transcript })
  expect(warnings).toEqual(['session "a" is new: it is not shown the first 2 entries of its transcript'])
  await expect(start([])([{ by: 'tool', call: 'call-0', result: 'x' }])).rejects.toThrow(
    'session "a" is new, but the transcript ends with the result of a call: give embedded agents the store that holds the session',
  )
})

/** An agent that calls `look` at each step. */
function looking(): (session: string, ...transcript: readonly Entry[]) => Promise<EntryCall | undefined> {
  const model: Model = {
    id: 'rules',
    generate: async () => {
      const text = '```json\n{"state_patch": {}, "action": {"look": {}}}\n```'
      return { text, finishReason: 'stop', usage: {}, model: 'rules' }
    },
  }
  const agent = embeddedAgent({ state, onWarning: () => {} })
  const tools = [{ name: 'look', input: { type: 'object' } }]
  return async (session, ...transcript) =>
    (await agent.step({ session, model, instructions: '', tools, transcript })).calls[0]
}

test('a named message that is delivered again during a call gets the same call', async () => {
  const call = looking()
  const ask = (id: string) => call('a', { by: 'user', text: 'Look', id })
  const first = await ask('m1')
  expect(first).toMatchObject({ tool: 'look', input: {}, step: 0 })
  expect(await ask('m1')).toEqual(first)
  expect((await ask('m2'))?.id).not.toBe(first?.id)
})

test('ids of calls differ over sessions and steps, and fit every provider', async () => {
  const call = looking()
  const ids: string[] = []
  for (const session of ['a', 'b', 'a_1', 'ß'.repeat(250)])
    for (const id of ['m1', 'm2']) ids.push((await call(session, { by: 'user', text: 'Look', id }))?.id ?? '')
  expect(new Set(ids).size).toBe(8)
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/)
})

test("rejects the result of another session's call, and stays as it is", async () => {
  const call = looking()
  const hi = user('Look')
  const [own, other] = [await call('a', hi), await call('b', hi)]
  const answered = (id = ''): Promise<EntryCall | undefined> =>
    call('a', hi, { by: 'assistant', text: '' }, { by: 'tool', call: id, result: 'seen' })
  await expect(answered(other?.id)).rejects.toThrow(
    `session "a": the transcript ends with the result of call "${other?.id}", which is not a call of this session`,
  )
  expect(await answered(own?.id)).toMatchObject({ step: 1 })
})
