import { expect, test } from 'vitest'
import { agent } from '../../index.ts'
import { notNoted } from './not-noted.ts'

const message = 'My order is W1009-XK, write to ada@a.example.'

test.each<[string, string, readonly string[], readonly string[]]>([
  ['says that it noted a value, and nothing has it', 'I have noted W1009-XK.', ['{}'], ['w1009-xk']],
  [
    'repeats what the user gave',
    'W1009-XK, thank you. To ada@a.example?',
    ['{}'],
    ['w1009-xk', 'ada@a.example'],
  ],
  ['noted what the state has', 'I have noted W1009-XK.', ['{"order": "W1009-XK"}'], []],
  ['noted what a call has', 'I have noted W1009-XK.', ['{}', '{"find":{"id":"W1009-XK"}}'], []],
  ['tells a result', 'Your flight is F1234 at 10:30.', ['{}'], []],
  ['keeps a value of a result', 'Booked: B-7781. I have saved it.', ['{}'], ['b-7781']],
  ['says that it noted, without a value', 'I have noted that, Ada.', ['{}'], []],
])('a reply that %s', (_, reply, kept, values) => {
  expect(notNoted(reply, message, () => kept.join('\n'))).toEqual(values)
})

test('tells a bounded number of values, in a time that grows with the length', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `Noted W${index + 100}.`).join(' ')
  expect(notNoted(many, undefined, () => '')).toHaveLength(8)
  expect(notNoted(`noted ${'1-'.repeat(100_000)}`, undefined, () => '').length).toBeLessThanOrEqual(8)
})

test('a session tells what its agent says it noted and did not', async () => {
  const replies = [
    { state_patch: {}, action: { reply: 'I have noted W1009-XK.' } },
    { state_patch: { order: 'W1009-XK' }, action: { reply: 'Now I have noted W1009-XK.' } },
  ].map((each) => JSON.stringify(each))
  const desk = agent({
    model: {
      id: 'm',
      generate: async () => ({ text: replies.shift() ?? '', finishReason: 'stop', usage: {}, model: 'm' }),
    },
    instructions: 'Note the order.',
    state: {
      type: 'object',
      properties: { order: { type: 'string', maxLength: 20 } },
      additionalProperties: false,
    },
    tools: {},
  })
  const session = await desk.open({ id: 'a' })
  const lost: (readonly string[])[] = []
  for (const text of ['It is W1009-XK.', 'Did you note W1009-XK?'])
    for await (const event of session.send(text)) if (event.type === 'not-noted') lost.push(event.values)
  expect(lost).toEqual([['w1009-xk']])
})
