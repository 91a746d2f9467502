import { type Model, type ModelRequest, type ModelResponse, SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { ownTasks } from '../own/tasks.ts'
import { llmUser } from './llm-user.ts'
import { reactUser } from './react-user.ts'
import { scriptedUser } from './scripted-user.ts'
import { greeting, type User, type UserStrategy } from './user.ts'

const [task] = ownTasks
if (task === undefined) throw new Error('there must be a task')
const open = (strategy: UserStrategy): User => strategy.open(task)

/** A model that answers from a list, an error by throwing it, and keeps what it was asked. */
function answering(...replies: readonly (string | Error | Partial<ModelResponse>)[]): {
  readonly model: Model
  readonly requests: readonly ModelRequest[]
} {
  const requests: ModelRequest[] = []
  const model: Model = {
    id: 'actor',
    async generate(request) {
      const reply = replies[requests.length]
      requests.push(request)
      if (reply instanceof Error) throw reply
      const told = typeof reply === 'string' ? { text: reply } : reply
      return { text: '', finishReason: 'stop', usage: {}, model: 'actor', ...told }
    },
  }
  return { model, requests }
}

test('the model is told the instruction and the rules, then shown the conversation as it grows', async () => {
  const { model, requests } = answering('Hi, it is Ines.', 'Yes.')
  const user = open(llmUser(model))
  expect(await user.answer(greeting)).toBe('Hi, it is Ines.')
  expect(await user.answer('Cancel\nboth?')).toBe('Yes.')
  expect(requests[1]?.prompt).toMatchSnapshot()
})

test('a cache may keep each turn: every breakpoint of a call is one of the next, and what is before it stays', async () => {
  const { model, requests } = answering('a', 'b', 'c')
  const user = open(llmUser(model))
  for (const said of ['1', '2', '3']) await user.answer(said)
  const [first, second, third] = requests
  expect(first?.cacheBreakpoints).toHaveLength(2)
  expect(third?.cacheBreakpoints).toHaveLength(6)
  for (const [earlier, later] of [
    [first, second],
    [second, third],
  ]) {
    for (const end of earlier?.cacheBreakpoints ?? []) {
      expect(later?.cacheBreakpoints).toContain(end)
      expect(later?.prompt.slice(0, end)).toBe(earlier?.prompt.slice(0, end))
    }
  }
})

test.each([
  ['Thought:\nShe asks who I am.\n\nUser Response:\nInes Moreau.', 'Ines Moreau.'],
  ['Thought: I could write "User Response: x".\nUser Response: Ines.', 'Ines.'],
  ['Thought:\nAll is done.\n\nUser Response:\n###STOP###', '###STOP###'],
  ['Thought: say ###STOP### now.', '###STOP###'],
])('react: %j says %j', async (reply, line) => {
  const { model, requests } = answering(reply, 'User Response: x')
  const user = open(reactUser(model))
  expect(await user.answer(greeting)).toBe(line)
  await user.answer('And?')
  expect(requests[1]?.prompt).toContain(`[User]\n${reply}\n`)
})

test('react: the model is asked for a thought first', async () => {
  const { model, requests } = answering('User Response: Hi')
  await open(reactUser(model)).answer(greeting)
  expect(requests[0]?.prompt).toMatchSnapshot()
})

test('usage is added up, and is not known once a call does not report it', async () => {
  const { model } = answering(
    { text: 'a', usage: { inputTokens: 10, outputTokens: 2 } },
    { text: 'b', usage: { inputTokens: 20 } },
    { text: 'c', usage: { inputTokens: 30, outputTokens: 4 } },
  )
  const user = open(llmUser(model))
  expect(user.usage?.()).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0 })
  await user.answer('1')
  expect(user.usage?.()).toEqual({ calls: 1, inputTokens: 10, outputTokens: 2 })
  await user.answer('2')
  await user.answer('3')
  expect(user.usage?.()).toEqual({ calls: 3, inputTokens: 60 })
})

test.each([
  ['a model that throws', llmUser, new Error('connection lost\nat x'), 'connection lost'],
  [
    'an empty reply',
    llmUser,
    { text: ' \n', finishReason: 'length' as const },
    'no line for the agent (finish reason: length)',
  ],
  ['a reply without the label', reactUser, 'Hello!', 'no line for the agent (finish reason: stop)'],
])('%s fails as the simulator, in one line', async (_what, strategy, reply, reason) => {
  const error: unknown = await open(strategy(answering(reply).model))
    .answer(greeting)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SkillStateError)
  expect(error).toMatchObject({ code: 'simulator-failed' })
  expect(String(error)).toMatch(/^SkillStateError: the simulated user, played by actor, failed: .*$/)
  expect(String(error)).toContain(reason)
})

test('what was said to a user that failed is not said twice', async () => {
  const { model, requests } = answering(new Error('overloaded'), ' ', 'Hi')
  const user = open(llmUser(model))
  for (const _ of [1, 2]) {
    await expect(user.answer(greeting)).rejects.toMatchObject({ code: 'simulator-failed' })
  }
  expect(await user.answer(greeting)).toBe('Hi')
  expect(new Set(requests.map(({ prompt }) => prompt)).size).toBe(1)
})

test('cost is by the price sheet, what a cache had to do with at its own price', async () => {
  const { model } = answering(
    { text: 'a', usage: { inputTokens: 100, cachedInputTokens: 50, cacheWriteTokens: 20, outputTokens: 10 } },
    { text: 'b', usage: { inputTokens: 1, outputTokens: 1 } },
    { text: 'c', usage: { inputTokens: 1 } },
  )
  const prices = { date: '2026-01-02', input: 1e6, cacheRead: 1e5, cacheWrite: 2e6, output: 3e6 }
  const user = open(llmUser({ ...model, capabilities: { prices } }))
  await user.answer('1')
  expect(user.usage?.().cost).toBeCloseTo(30 + 5 + 40 + 30, 9)
  await user.answer('2')
  expect(user.usage?.().cost).toBeCloseTo(109, 9)
  await user.answer('3')
  expect(user.usage?.()).toEqual({ calls: 3, inputTokens: 102 })
})

test('an abort is an abort, before the call and during it', async () => {
  const { model, requests } = answering('a')
  await expect(open(llmUser(model)).answer('1', AbortSignal.abort('enough'))).rejects.toBe('enough')
  expect(requests).toEqual([])
  const controller = new AbortController()
  const aborting: Model = {
    id: 'actor',
    async generate({ signal }) {
      controller.abort('late')
      throw new Error(`gave up: ${signal?.aborted}`)
    },
  }
  await expect(open(llmUser(aborting)).answer('1', controller.signal)).rejects.toBe('late')
})

test('a scripted user says its lines, and the last one for good', async () => {
  const user = open(scriptedUser(({ index }) => [`${index}`, 'b']))
  expect([await user.answer('1'), await user.answer('2'), await user.answer('3')]).toEqual(['0', 'b', 'b'])
  expect(() => open(scriptedUser([]))).toThrow("the script of task 0's user has no line")
})
