import { expect, test } from 'vitest'
import type { PolicyMessage } from '../policy.ts'
import { clearToolUses } from './clear-tool-uses.ts'
import { countTokens, messageCount } from './counters.ts'
import { applySummary, planSummary } from './summarization.ts'
import { type TrimMessages, trimMessages } from './trim-messages.ts'

const call = (id: string, name = 'look'): PolicyMessage => ({
  role: 'assistant',
  content: '',
  calls: [{ id, name, arguments: { of: id } }],
})
const result = (callId: string, content = callId.repeat(40)): PolicyMessage => ({
  role: 'tool',
  callId,
  content,
})
const user = (content: string): PolicyMessage => ({ role: 'user', content })
const texts = (messages: readonly (PolicyMessage | undefined)[]): unknown[] =>
  messages.map((each) => each?.content)

const pairs = ['a', 'b', 'c', 'd'].flatMap((id) => [call(id), result(id)])

test('counts four units a token, rounded up once for the whole list', () => {
  expect(countTokens([user('12345'), user('12345')])).toBe(3)
  // The id of the call and `"type":"tool_call"` count, the name of a result does not.
  expect(countTokens([call('a')])).toBe(
    Math.ceil('[{"name":"look","args":{"of":"a"},"id":"a","type":"tool_call"}]'.length / 4),
  )
  expect(countTokens([{ ...result('a', 'xyz'), tool: 'a name that does not count' }])).toBe(1)
})

test('clears all but the newest results, and removes results without a call even below the trigger', () => {
  const cleared = clearToolUses(pairs, { trigger: { messages: 8 }, keep: { messages: 2 } })
  expect(texts(cleared).filter(Boolean)).toEqual(['[cleared]', '[cleared]', 'c'.repeat(40), 'd'.repeat(40)])
  expect(clearToolUses([result('z'), user('hi')])).toEqual([user('hi')])
  expect(clearToolUses(pairs, { trigger: { messages: 9 } })).toEqual(pairs)
})

test('an excluded tool uses up a kept place', () => {
  const messages = [...pairs, call('e', 'note'), result('e')]
  const cleared = clearToolUses(messages, {
    trigger: { messages: 1 },
    keep: { messages: 1 },
    excludeTools: ['note'],
  })
  expect(texts(cleared).filter((text) => text === '[cleared]')).toHaveLength(4)
})

test('clears kept results too, the newest first, until enough is gained', () => {
  const options = { trigger: { messages: 1 }, keep: { messages: 3 }, clearAtLeast: 15 }
  expect(texts(clearToolUses(pairs, options)).filter(Boolean)).toEqual([
    '[cleared]',
    'b'.repeat(40),
    'c'.repeat(40),
    '[cleared]',
  ])
})

test('keeps results by tokens, each counted alone', () => {
  const keep = (tokens: number): number =>
    texts(clearToolUses(pairs, { trigger: { messages: 1 }, keep: { tokens } })).filter(
      (text) => text === '[cleared]',
    ).length
  // A result has 41 units: 11 tokens.
  expect([0, 10, 11, 21, 22].map(keep)).toEqual([4, 4, 3, 3, 2])
})

const system: PolicyMessage = { role: 'system', content: 'be kind' }

test('summarises what is older, moves a cut on a result back to its call, and drops the system message', () => {
  const plan = planSummary([system, ...pairs], {
    trigger: { messages: 9 },
    keep: { messages: 3 },
    summaryPrompt: '{messages}',
  })
  expect(plan?.kept).toEqual(pairs.slice(4))
  expect(plan?.prompt).toMatch(/^System: be kind\nAI: \[\{"name":"look".*\nTool: a+\nAI: /)
  expect(plan && applySummary(plan, ' it is done\n')[0]).toEqual(
    user('Here is a summary of the conversation to date:\n\nit is done'),
  )
  expect(planSummary(pairs, { trigger: { messages: 9 } })).toBeUndefined()
})

test('does not ask about messages that are too long, and tells of a summariser that failed', () => {
  const options = { trigger: { messages: 1 }, keep: { messages: 1 }, trimTokensToSummarize: 1 }
  const plan = planSummary([user('a long text'), user('new')], options)
  expect(plan?.prompt).toBeUndefined()
  expect(plan && texts(applySummary(plan, undefined))[0]).toMatch(/too long to summarize/)
  expect(plan && texts(applySummary(plan, new Error('down')))[0]).toMatch(
    /Error generating summary: Error: down$/,
  )
})

test('expands dollar patterns of messages in the prompt, as the original does', () => {
  const plan = planSummary([user("cost: $& and $'"), user('new')], {
    trigger: { messages: 1 },
    keep: { messages: 1 },
    summaryPrompt: 'a {messages} b {messages}',
  })
  expect(plan?.prompt).toBe('a Human: cost: {messages} and  b {messages} b {messages}')
})

const three = [user('one'), user('two\nlines'), user('three')]
const shown = (options: Partial<TrimMessages>): unknown[] =>
  texts(trimMessages(three, { maxTokens: 3, ...options }).shown)

test('trims from either end, and by parts of lines', () => {
  expect(shown({ maxTokens: 4 })).toEqual(['two\nlines', 'three'])
  expect(shown({ allowPartial: true })).toEqual(['lines', 'three'])
  expect(shown({ strategy: 'first', allowPartial: true, maxTokens: 2 })).toEqual(['one', 'two\n'])
  expect(shown({ counter: messageCount, maxTokens: 2 })).toEqual(['two\nlines', 'three'])
  expect(() => shown({ strategy: 'first', startOn: 'human' })).toThrow(
    /only be specified if `strategy` is 'last'/,
  )
})

test('tells what the strategy first has done to its input', () => {
  const { given } = trimMessages(three, { maxTokens: 1, strategy: 'first', allowPartial: true })
  expect(texts(given)).toEqual(['one', 'two\n', 'three'])
})

test('gives undefined if the walk to a role takes the system message too', () => {
  const options = { maxTokens: 100, includeSystem: true, startOn: 'human' } as const
  expect(trimMessages([system, call('a')], options).shown).toEqual([undefined])
})

test('shows a message of blocks once for each number of blocks that fits', () => {
  const blocks: PolicyMessage = { role: 'user', content: ['aa', 'bb', 'c'.repeat(10)] }
  expect(texts(trimMessages([blocks, user('x')], { maxTokens: 2, allowPartial: true }).shown)).toEqual([
    ['bb', 'aa'],
    ['aa'],
    'x',
  ])
})
