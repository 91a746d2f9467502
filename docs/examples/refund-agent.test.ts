import { honest, scripted } from '@skill-state/models'
import { expect, test } from 'vitest'
import { refundAgent } from './refund-agent.ts'

function reply(state_patch: object, action: object): string {
  return `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``
}

test('keeps what a tool and the user gave, without a word of the model', async () => {
  const script = scripted([
    reply({ plan: 'refund' }, { order: { order: '#W12' } }),
    reply({ plan: 'refund 4801 lamp or 4802 desk' }, { reply: 'Which item, the lamp or the desk?' }),
    reply({}, { refund: { order: '#W12', item: '4802' } }),
    reply({ plan: '' }, { reply: 'It is refunded.' }),
  ])
  const model = honest(script, { words: ['Which item?'] })
  const desk = refundAgent(model, {
    order: async (order) => ({
      order,
      items: [
        { id: '4801', name: 'lamp' },
        { id: '4802', name: 'desk' },
      ],
    }),
    refund: async () => 'refunded',
  })
  expect(desk.certificate.bounded).toBe(true)
  const session = await desk.open({ id: 'customer-7' })
  for await (const _ of session.send('I want my money back for #W12.'));
  expect(session.state).toEqual({
    orders: ['#W12'],
    items: { '#W12': ['4801', '4802'] },
    plan: 'refund 4801 lamp or 4802 desk',
  })
  for await (const _ of session.send('The desk.'));
  expect(session.state.items).toEqual({})
})
