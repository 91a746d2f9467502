import type { Setup } from './play.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const reply = (state_patch: object, action: object): string => JSON.stringify({ state_patch, action })
const lines = (...replies: string[]): string => replies.join('\n---\n')

const desk: Setup = {
  instructions: 'You answer questions about orders. Write the customer and each order into the state.',
  state: json({
    type: 'object',
    properties: {
      customer: { type: 'string', maxLength: 40, default: '' },
      orders: {
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 60 },
        maxProperties: 20,
        propertyNames: { maxLength: 12 },
        default: {},
      },
    },
    additionalProperties: false,
  }),
  tools: json({
    look_up: {
      description: 'Tells what is known of an order.',
      input: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      result: { W7: 'W7 is on its way.', '*': '{order} is not known.' },
    },
    refund: {
      description: 'Pays an order back.',
      input: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      result: '{order} is paid back.',
      approve: 'it moves money',
    },
  }),
  messages: 'I am Ada. Where is order W7?\nPlease refund it.',
  replies: lines(
    reply({ name: 'Ada' }, { look_up: { order: 'W7' } }),
    reply({ customer: 'Ada' }, { look_up: { order: 'W7' } }),
    reply({ orders: { W7: 'on its way' } }, { reply: 'W7 is on its way.' }),
    reply({ orders: { W7: 'refund asked' } }, { refund: { order: 'W7' } }),
    reply({ orders: { W7: 'paid back' } }, { reply: 'W7 is paid back.' }),
  ),
}

const items = ['milk', 'bread', 'eggs', 'tea', 'rice', 'salt', 'soap', 'apples', 'beans', 'flour']
const days = Array.from({ length: 40 }, (_, day) => ({
  item: items[(day * 7) % items.length] ?? '',
  bought: day % 2 === 1,
}))

const long: Setup = {
  instructions: 'You keep the shopping list. Note what is missing, and take off what was bought.',
  state: json({
    type: 'object',
    properties: {
      list: {
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 0, maximum: 99 },
        maxProperties: 20,
        propertyNames: { maxLength: 12 },
        default: {},
      },
    },
    additionalProperties: false,
  }),
  tools: json({}),
  messages: days
    .map(({ item, bought }) =>
      bought ? `I bought the ${item}, thank you.` : `We have run out of ${item}, please note 2 of it.`,
    )
    .join('\n'),
  replies: lines(
    ...days.map(({ item, bought }) =>
      reply(
        { list: { [item]: bought ? null : 2 } },
        { reply: bought ? `${item} is off the list.` : `${item} is on the list.` },
      ),
    ),
  ),
}

export const examples: Readonly<Record<string, Setup>> = {
  'An order desk: a rejected patch, and an approval': desk,
  'A long conversation: 40 messages': long,
}
