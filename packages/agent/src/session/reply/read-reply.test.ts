import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agent } from '../../index.ts'
import { type ReplyForm, readAgentReply } from './read-reply.ts'

const actions = ['refund', 'find_order', 'reply', 'read_result']
const block: ReplyForm = { actions }
const tools = ['refund', 'reply'].map((name) => ({ name, description: '', parameters: { type: 'object' } }))
const native: ReplyForm = { actions, answer: 'native', tools }
const refund = { refund: { id: 'W9' } }
const fenced = (json: unknown): string => `I refund it.\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\``

test.each([
  ['no patch', { action: refund }],
  ['the action beside the patch', { state_patch: {}, ...refund }],
  ['the bare action', refund],
  [
    'name and arguments as the action',
    { state_patch: {}, action: { name: 'refund', arguments: { id: 'W9' } } },
  ],
  ['name and arguments', { name: 'refund', arguments: { id: 'W9' } }],
  ['name and arguments as a text', { name: 'refund', arguments: '{"id": "W9"}' }],
  ['a function call', { type: 'function', function: { name: 'refund', arguments: '{"id":"W9"}' } }],
  [
    'tool_calls',
    { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'refund', arguments: '{"id":"W9"}' } }] },
  ],
  ['tool_use', { type: 'tool_use', id: 't1', name: 'refund', input: { id: 'W9' } }],
  ['tool and parameters', { tool: 'functions.refund', parameters: { id: 'W9' } }],
  ['action and action_input', { action: 'refund', action_input: { id: 'W9' } }],
  ['the action as a text', { state_patch: {}, action: JSON.stringify(refund) }],
])('reads a call with %s, fenced or not', (_, json) => {
  const tagged = `<tool_call>\n${JSON.stringify(json)}\n</tool_call>`
  for (const text of [fenced(json), JSON.stringify(json), tagged]) {
    expect(readAgentReply(text, block)).toMatchObject({ ok: true, value: { patch: {}, action: refund } })
  }
})

test.each([
  ['a call', { calls: [refund] }, {}, refund],
  ['a patch and a call', { calls: [{ update_state: { a: 1 } }, refund] }, { a: 1 }, refund],
  ['a patch', { calls: [{ update_state: { a: 1 } }] }, { a: 1 }, { calls: [] }],
  [
    'a patch and a text',
    { calls: [{ update_state: { a: 1 } }], text: 'Done {}.' },
    { a: 1 },
    { reply: 'Done {}.' },
  ],
  ['a call and a text', { calls: [refund], text: 'Now.' }, {}, { ...refund, reply: 'Now.' }],
  [
    'two calls and a text',
    { calls: [refund, refund], text: 'Both.' },
    {},
    { calls: [{ ...refund, reply: 'Both.' }, refund] },
  ],
  ['the bare call', refund, {}, refund],
  ['the form of text', { state_patch: { a: 1 }, action: refund }, { a: 1 }, refund],
])('reads %s of a native answer', (_, answer, patch, action) => {
  const read = readAgentReply(JSON.stringify(answer), native)
  expect(read).toMatchObject({ ok: true, value: { patch } })
  expect(read.ok && read.value.action).toEqual(action)
})

describe('plain words', () => {
  const text = 'Your order W1009 is late (sorry). It comes [tomorrow](https://a.example/x).'

  test('are an answer to the user without a patch, and marked', () => {
    expect(readAgentReply(`<think>{"a"</think>\n${text}`, block)).toEqual({
      ok: true,
      value: { reasoning: '', patch: {}, action: { reply: text }, prose: true },
    })
    expect(readAgentReply(text, { ...native, strict: true })).toEqual({
      ok: true,
      value: { reasoning: '', patch: {}, action: { reply: text } },
    })
  })

  test('are rejected if the agent is strict', () => {
    expect(readAgentReply(text, { ...block, strict: true }).ok).toBe(false)
  })

  test.each([
    ['a cut block', '```json\n{"state_patch": {"a": 1}, "action": {"reply": "Hi'],
    ['a fence', 'Done.\n```\n```'],
    ['a lone brace', 'I think {'],
    ['a call as code', 'refund(id="W9")'],
    ['YAML', 'state_patch: none\naction: refund'],
    ['a line of the form', 'Thinking.\nAction: refund'],
    ['a tag', '<tool_call>refund'],
    ['open thinking', '<think>He wants a refund.'],
    ['a list', '["refund"]'],
    ['nothing', ' \n'],
    ['two calls', '{"name": "refund", "arguments": {}}\n{"name": "refund", "arguments": {}}'],
    [
      'two calls in a list',
      '{"tool_calls": [{"name": "refund", "arguments": {}}, {"name": "refund", "arguments": {}}]}',
    ],
    ['an example in a sentence', 'I could send {"name": "refund", "arguments": {"id": "W9"}} if you like.'],
    ['a call in a comment', '// {"name": "refund", "arguments": {}}'],
    ['the block in a comment', '<!-- {"state_patch": {}, "action": {"refund": {}}} -->'],
    ['two patches', '{"state_patch": {"a": 1}}\n{"action": {"refund": {}}}'],
    ['a patch alone', '{"state_patch": {"a": 1}}'],
  ])('do not include %s', (_, reply) => {
    for (const form of [block, native]) expect(readAgentReply(reply, form).ok).toBe(false)
  })

  test('never have a brace, a fence or a word of the form, whatever was cut off', () => {
    const replies = [
      fenced({ state_patch: { a: '{' }, action: refund }),
      JSON.stringify({ name: 'refund', arguments: {} }),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...replies), fc.nat(), fc.nat(), (reply, from, to) => {
        const read = readAgentReply(reply.slice(from % reply.length, to % reply.length), block)
        if (read.ok && read.value.prose)
          expect(JSON.stringify(read.value.action)).not.toMatch(/[{}].*[{}].*[{}]|```|state_patch/)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('a session replies with plain words, marks them, and shows no attempt at the form to anybody', async () => {
  const replies = ['```json\n{"action": {"reply": "half', 'It is late.']
  const desk = agent({
    model: {
      id: 'm',
      generate: async () => ({ text: replies.shift() ?? '', finishReason: 'stop', usage: {}, model: 'm' }),
    },
    instructions: 'Help.',
    state: { type: 'object', properties: {}, additionalProperties: false },
    tools: {},
  })
  const events = await Array.fromAsync((await desk.open({ id: 'a' })).send('Is it late?'))
  const said = events.flatMap((event) =>
    event.type === 'reply' || event.type === 'reply-text' ? [event.text] : [],
  )
  expect(said).toEqual(['It is late.', 'It is late.'])
  expect(events.find(({ type }) => type === 'patch-accepted')).toMatchObject({ prose: true, patch: {} })
})

test('an answer that ends in blanks without end is read in one pass', () => {
  const blanks = `{"refund": {}}]${' '.repeat(1_000_000)}~` // in two passes for each blank: hours
  expect(readAgentReply(blanks, { actions: ['reply', 'refund'] }).ok).toBe(false)
})

test.each([
  { name: 'refund', arguments: '{"id": "W9"' },
  { tool_calls: [{ function: { name: 'refund', arguments: '{"id"' } }] },
  { name: 'refund', arguments: { id: 'W9' }, more: 1 },
])('reads no call of %j', (json) => {
  const read = readAgentReply(JSON.stringify(json), block)
  expect(read.ok && Object.keys(Object(read.value.action) as object)).not.toContain('refund')
})
