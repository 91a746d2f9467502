import { expect, test } from 'vitest'
import { textOf } from './text.ts'

const call = (given: unknown) => ({ function: { name: 'answer', arguments: given } })

test.each([
  ['content', { content: 'a', refusal: null }, 'a'],
  [
    'parts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    'ab',
  ],
  [
    'parts without thoughts',
    {
      content: [
        { type: 'thinking', thinking: [] },
        { type: 'text', text: 'a' },
      ],
    },
    'a',
  ],
  ['content before a call', { content: 'a', tool_calls: [call('{}')] }, 'a'],
  ['the first call', { content: null, tool_calls: [call('{"a":1}'), call('{"a":2}')] }, '{"a":1}'],
  ['a call beside empty content', { content: '', tool_calls: [call('{"a":1}')] }, '{"a":1}'],
  ['a call with JSON', { content: null, tool_calls: [call({ a: 1 })] }, '{"a":1}'],
  ['a call of old', { content: null, function_call: { name: 'answer', arguments: '{}' } }, '{}'],
  ['a refusal', { content: null, refusal: 'no' }, 'no'],
  ['null', { content: null }, ''],
  ['no message', undefined, ''],
])('%s', (_, message, expected) => expect(textOf(message)).toBe(expected))
