import {
  type EnvironmentCall,
  type FailedAttempt,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { ownTasks } from '../own/own-domain.ts'
import { llmUser } from './model-user.ts'
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

/** What the user's model was asked for an answer, one that fails too. */
async function callsOf(user: User): Promise<readonly EnvironmentCall[]> {
  const calls: EnvironmentCall[] = []
  await user.answer('?', { onCall: (call) => calls.push(call) }).catch(() => {})
  return calls
}

test('each call is told with its usage and cost, what a cache had to do with at its own price', async () => {
  const usages = [
    { inputTokens: 100, cachedInputTokens: 50, cacheWriteTokens: 20, outputTokens: 10 },
    { inputTokens: 1, outputTokens: 1 },
  ]
  const prices = { date: '2026-01-02', input: 1e6, cacheRead: 1e5, cacheWrite: 2e6, output: 3e6 }
  const { model } = answering(...usages.map((usage) => ({ text: 'a', usage })))
  const user = open(llmUser({ ...model, capabilities: { prices } }))
  expect(await callsOf(user)).toEqual([
    { model: 'actor', usage: usages[0], cost: expect.closeTo(30 + 5 + 40 + 30, 9) },
  ])
  expect(await callsOf(user)).toEqual([{ model: 'actor', usage: usages[1], cost: expect.closeTo(1 + 3, 9) }])
})

test('a call without prices has no cost, and one that a recording answered says so', async () => {
  const usage = { inputTokens: 10, outputTokens: 2 }
  const { model } = answering({ text: 'a', usage }, { text: 'b', usage, replayed: 'recording' })
  const user = open(llmUser(model))
  expect(await callsOf(user)).toEqual([{ model: 'actor', usage }])
  expect(await callsOf(user)).toEqual([{ model: 'actor', usage, replayed: 'recording' }])
})

test('a reply that is not counted is told with the most that it can have used', async () => {
  const { model, requests } = answering({ text: 'é', usage: { outputTokens: 4 } })
  const prices = { date: '2026-01-02', input: 1e6, cacheRead: 1, cacheWrite: 2e6, output: 3e6 }
  const user = open(llmUser({ ...model, capabilities: { prices, maxOutputTokens: 100 } }))
  const [call] = await callsOf(user)
  const inputTokens = Buffer.byteLength(promptText(requests[0]?.prompt ?? '')) + 2000
  expect(call).toEqual({
    model: 'actor',
    usage: { inputTokens, outputTokens: 4 },
    cost: expect.closeTo(2 * inputTokens + 3 * 4, 6),
    atMost: true,
  })
})

test('requests without a reply are told if they may be charged, those before one and the last', async () => {
  const failure = (mayBeCharged: boolean): FailedAttempt => ({
    code: 'model-failed',
    message: 'reset',
    mayBeCharged,
  })
  const model: Model = {
    id: 'actor',
    capabilities: { maxOutputTokens: 100 },
    async generate({ onRetry }) {
      await onRetry?.(failure(true))
      await onRetry?.(failure(false))
      throw new SkillStateError('model-failed', 'reset', {
        cause: Object.assign(new Error('reset'), failure(true)),
      })
    },
  }
  const lost = { model: 'actor', usage: { inputTokens: expect.any(Number), outputTokens: 100 }, atMost: true }
  expect(await callsOf(open(llmUser(model)))).toEqual([lost, lost])
})

test('a reply without a line is told before the answer fails', async () => {
  const usage = { inputTokens: 10, outputTokens: 2 }
  const { model } = answering({ text: ' ', usage })
  expect(await callsOf(open(reactUser(model)))).toEqual([{ model: 'actor', usage }])
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

test('an abort is an abort, before the call and during it', async () => {
  const { model, requests } = answering('a')
  await expect(open(llmUser(model)).answer('1', { signal: AbortSignal.abort('enough') })).rejects.toBe(
    'enough',
  )
  expect(requests).toEqual([])
  const controller = new AbortController()
  const aborting: Model = {
    id: 'actor',
    async generate({ signal }) {
      controller.abort('late')
      throw new Error(`gave up: ${signal?.aborted}`)
    },
  }
  await expect(open(llmUser(aborting)).answer('1', { signal: controller.signal })).rejects.toBe('late')
})

test('a scripted user says its lines, and the last one for good', async () => {
  const user = open(scriptedUser(({ index }) => [`${index}`, 'b']))
  expect([await user.answer('1'), await user.answer('2'), await user.answer('3')]).toEqual(['0', 'b', 'b'])
  expect(() => open(scriptedUser([]))).toThrow("the script of task 0's user has no line")
})
