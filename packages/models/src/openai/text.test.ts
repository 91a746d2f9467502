import { expect, test } from 'vitest'
import { refusalOf, textOf } from './text.ts'

const text = (value: string) => ({ type: 'output_text', text: value, annotations: [] })
const message = (content: readonly object[], rest: object = {}) => ({ type: 'message', content, ...rest })
const call = (args: string) => ({ type: 'function_call', name: 'answer', arguments: args })

test.each([
  ['all parts of all messages', [message([text('a'), text('b')]), message([text('c')])], 'abc'],
  ['nothing of the reasoning', [{ type: 'reasoning', summary: [{ text: 'hm' }] }, message([text('a')])], 'a'],
  [
    'no commentary',
    [message([text('well')], { phase: 'commentary' }), message([text('a')], { phase: 'final_answer' })],
    'a',
  ],
  ['the arguments of a call', [call('{"a":1}')], '{"a":1}'],
  ['text before a call', [call('{}'), message([text('a')])], 'a'],
  ['a refusal', [message([{ type: 'refusal', refusal: 'no' }])], 'no'],
  ['nothing', [], ''],
  ['nothing in unknown items', [null, 'x', { type: 'message' }, { type: 'message', content: [3] }], ''],
])('%s', (_, output, expected) => expect(textOf({ output })).toBe(expected))

test('a refusal without words is one', () => {
  expect(refusalOf({ output: [message([{ type: 'refusal', refusal: '' }])] })).toBe('')
  expect(refusalOf({ output: [message([text('no')])] })).toBeUndefined()
})
