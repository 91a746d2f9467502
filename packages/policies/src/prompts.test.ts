import { expect, test } from 'vitest'
import { groupResults, type ModelMessage, toModelMessages } from './ai-sdk/model-message.ts'
import { pruneMessages } from './ai-sdk/prune-messages.ts'
import { limitTokens } from './mastra/token-limiter.ts'
import { mastraTokens } from './mastra/tokens.ts'
import { filterToolCalls } from './mastra/tool-call-filter.ts'
import type { PolicyMessage } from './policy.ts'

const conversation: readonly (PolicyMessage & { readonly reasoning?: string })[] = [
  { role: 'system', content: 'be kind' },
  { role: 'user', content: 'look' },
  {
    role: 'assistant',
    content: '',
    reasoning: 'two at once',
    calls: ['a', 'b'].map((id) => ({ id, name: `look_${id}`, arguments: {} })),
  },
  { role: 'tool', callId: 'a', content: 'red' },
  { role: 'tool', callId: 'b', content: 'green', error: true },
  { role: 'assistant', content: 'red', calls: [{ id: 'c', name: 'paint', arguments: { it: 'red' } }] },
  { role: 'tool', callId: 'c', content: 'done' },
  { role: 'user', content: '' },
]
const messages = toModelMessages(conversation)
const prompt = groupResults(messages).filter(({ content }) => content !== '')

/** Types of parts, or the text. */
const shape = (list: readonly ModelMessage[]): string[] =>
  list.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ type }) => type).join(' '),
  )

test('maps results to their tools, and groups neighbours', () => {
  expect(messages[4]?.content).toEqual([
    {
      type: 'tool-result',
      toolCallId: 'b',
      toolName: 'look_b',
      output: { type: 'error-text', value: 'green' },
    },
  ])
  expect(shape(groupResults(messages))[3]).toBe('tool-result tool-result')
})

test('prunes calls with their results and the reasoning before them, and every empty message', () => {
  expect(shape(pruneMessages(messages, { toolCalls: 'all' }))).toEqual(['be kind', 'look', 'text'])
  expect(shape(pruneMessages(messages))).not.toContain('')
  expect(shape(pruneMessages(messages, { reasoning: 'all' }))[2]).toBe('tool-call tool-call')
})

test('keeps what the window shows, also the call of a result in it', () => {
  const kept = pruneMessages(messages, { toolCalls: 'before-last-2-messages' })
  expect(shape(kept)).toEqual(['be kind', 'look', 'text tool-call', 'tool-result'])
  const some = pruneMessages(messages, { toolCalls: [{ type: 'all', tools: ['paint'] }] })
  expect(shape(some).slice(2)).toEqual([
    'reasoning tool-call tool-call',
    'tool-result',
    'tool-result',
    'text',
  ])
})

test('estimates tokens in unrounded floats, less for JSON', () => {
  expect(prompt.map(mastraTokens)).toEqual([
    2 + 1 + 3.8,
    2 + 3.8,
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
  ])
  expect(mastraTokens({ role: 'assistant', content: [] })).toBe(2 + 3.8)
})

test('pays system messages first, keeps pairs together, and skips or stops at what is too big', () => {
  const big: ModelMessage = {
    role: 'user',
    content: [{ type: 'text', text: 'many words of text '.repeat(20) }],
  }
  const small: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'hi' }] }
  const list = [...prompt.slice(0, 2), big, small]
  expect(limitTokens(list, { limit: 60 })).toEqual([...prompt.slice(0, 2), small])
  expect(limitTokens(list, { limit: 60, trimMode: 'contiguous' })).toEqual([prompt[0], small])
  expect(limitTokens(list, { limit: 1, trimMode: 'memory-only' })).toBe(list)
  expect(() => limitTokens(list, { limit: 20 })).toThrow(/System messages alone exceed/)
  expect(() => limitTokens([...prompt.slice(0, 1), big], { limit: 40 })).toThrow(/No messages fit/)
  expect(() => limitTokens([], { limit: 40 })).toThrow(/No messages to process/)
})

test('filters the calls of earlier history, and leaves those of the run', () => {
  const run = {}
  expect(shape(filterToolCalls(prompt.slice(0, 4), {}, run))).toEqual(['be kind', 'look', 'reasoning'])
  expect(shape(filterToolCalls(prompt, {}, run)).slice(3)).toEqual(['text tool-call', 'tool-result'])
  expect(shape(filterToolCalls(prompt, { filterAfterToolSteps: 1 })).slice(2)).toEqual([
    'reasoning',
    'text tool-call',
    'tool-result',
  ])
  expect(shape(filterToolCalls(prompt, { exclude: ['look_b'] }))[3]).toBe('tool-result')
  expect(filterToolCalls(prompt, { exclude: [] })).toBe(prompt)
})

test('puts the output for the model in the place of its call', () => {
  const withOutput = prompt.map((message): ModelMessage => {
    if (message.role !== 'tool' || typeof message.content === 'string') return message
    return {
      ...message,
      content: message.content.map((part) => ({
        ...part,
        providerOptions: { mastra: { modelOutput: 1 } },
      })) as never,
    }
  })
  const filtered = filterToolCalls(withOutput, { preserveModelOutput: true })
  expect(filtered[2]?.content).toContainEqual({ type: 'text', text: 'look_a result:\nred' })
})
