import { testModel } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { honest, inventedIn, scripted } from '../index.ts'

describe('conformance', () => {
  const create = () => honest(scripted(() => 'any'))
  for (const check of testModel({ create, prompt: 'any' })) test(check.name, () => check.run())
})

const reply = (state_patch: object, action: object): string =>
  `Ada likes 77 nuts.\n\`\`\`json\n${JSON.stringify({ state_patch, action, reasoning: 'Lima' })}\n\`\`\``

const PROMPT =
  'state_patch action refund orders customer reply The user says: I am Ada, order W1009-XK of 12.50 is late.'

test.for<readonly [name: string, text: string, values: readonly string[]]>([
  ['a value of a patch', reply({ customer: 'Bob' }, { reply: '' }), ['Bob']],
  ['a key of a patch', reply({ orders: { W2: null } }, { reply: '' }), ['W2']],
  ['a number of a call', reply({}, { refund: { customer: 620 } }), ['620']],
  ['a part of a number', reply({}, { refund: { customer: 12.5, orders: 100 } }), ['100']],
  ['a value in a list', reply({ orders: ['W1009-XK', 'W1009-XL'] }, {}), ['W1009-XL']],
  ['a name in a reply', reply({}, { reply: 'I am Al' }), ['Al']],
  ['a word of a reply', reply({}, { reply: 'The order is broken.' }), ['broken']],
  ['a word of a plain sentence', 'Ada, the order is lost', ['lost']],
  ['a tool', '{"cancel": {}}', ['cancel']],
])('finds %s', ([, text, values]) => {
  expect(inventedIn(text, PROMPT).map(({ value }) => value)).toEqual(values)
})

test.for([
  reply(
    { customer: 'Ada', orders: { 'W1009-XK': 12.5 } },
    { reply: 'Ada, the order W1009-XK of 12.50 is late.' },
  ),
  reply({ customer: 'ada', orders: { XK: 3 } }, { reply: '' }),
  'I am late. No, it is not.',
])('lets a reply of what was shown pass: %s', (text) => {
  expect(inventedIn(text, PROMPT)).toEqual([])
})

test('a word that begins a line in the JSON of the state is shown', () => {
  expect(inventedIn('nuts "late"', JSON.stringify({ note: 'milk\nnuts', quote: 'the "late" one' }))).toEqual(
    [],
  )
})

test('throws one line that names the value, the place and the call, and remembers it', async () => {
  const model = honest(scripted(['Good morning', reply({}, { refund: { orders: 'W9' } })]), {
    words: ['Good morning!'],
  })
  expect((await model.generate({ prompt: 'Hi' })).text).toBe('Good morning')
  const line =
    'scripted made up "W9" in call 2, at /action/refund/orders: its prompt does not show it, and words does not allow it'
  await expect(model.generate({ prompt: PROMPT })).rejects.toMatchObject({
    code: 'invented-value',
    message: line,
  })
  expect(model.invented).toEqual([line])
})

test('tools and the schema of the answer are shown', async () => {
  const model = honest(scripted(() => '{"refund": {"kind": "partial"}}'))
  const parameters = { properties: { kind: { enum: ['partial', 'whole'] } } }
  const tools = [{ name: 'refund', description: 'Pays back.', parameters }]
  await model.generate({ prompt: 'Hi', tools })
  expect(model.invented).toEqual([])
})
