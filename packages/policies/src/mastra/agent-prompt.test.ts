import { expect, test } from 'vitest'
import type { ModelMessage, ReasonedMessage } from '../ai-sdk/model-message.ts'
import { agentPrompt, lastMessages } from './agent-prompt.ts'

const step = (id: string, content = ''): readonly ReasonedMessage[] => [
  { role: 'assistant', content, calls: [{ id, name: 'look', arguments: { id } }] },
  { role: 'tool', callId: id, content: `r${id}` },
]

/** Roles with texts, calls and results. */
const shape = (prompt: readonly ModelMessage[]): string[] =>
  prompt.map(({ role, content }) => {
    if (typeof content === 'string') return `${role} ${content}`
    const parts = content.map((part) => {
      if (part.type === 'tool-call') return `(${part.toolCallId})`
      if (part.type === 'tool-result') return `=${part.output.value as string}`
      return 'text' in part ? part.text : part.type
    })
    return `${role} ${parts.join(' ')}`
  })

test('joins steps without a text between, and drops what has no result', () => {
  const messages: readonly ReasonedMessage[] = [
    { role: 'system', content: 'S' },
    ...step('a'),
    ...step('b'),
    ...step('c', 'and'),
    { role: 'assistant', content: '', calls: [{ id: 'd', name: 'look', arguments: {} }] },
    { role: 'user', content: ' ' },
  ]
  expect(shape(agentPrompt(messages))).toEqual([
    'system S',
    'user .',
    'assistant (a) (b)',
    'tool =ra =rb',
    'assistant and (c)',
    'tool =rc',
  ])
})

test('keeps one call of an id within a turn', () => {
  expect(shape(agentPrompt([{ role: 'user', content: 'u' }, ...step('a'), ...step('a', 'again')]))).toEqual([
    'user u',
    'assistant again (a)',
    'tool =ra',
  ])
})

test('counts the results of a step as a message of their own', () => {
  const history: readonly ReasonedMessage[] = [{ role: 'user', content: 'u' }, ...step('a', 'look ')]
  const shown = (count: number | false): string[] => shape(lastMessages(history, { count, input: 'now' }))
  expect(shown(3)).toEqual(['user u', 'assistant look', 'assistant (a)', 'tool =ra', 'user now'])
  expect(shown(1)).toEqual(['user .', 'assistant (a)', 'tool =ra', 'user now'])
  expect(shown(false)).toEqual(['user now'])
})
