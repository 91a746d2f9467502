import { type Agent, agent, memorySessions } from '@skill-state/agent'
import { agentMatchers } from '@skill-state/agent/vitest'
import { scripted } from '@skill-state/models'
import { expect, test } from 'vitest'
import { z } from 'zod'

expect.extend(agentMatchers)

const payment = z.object({ amount: z.number() })

/** Payments above the limit need an approval. */
function cashier(limit: number): Agent<{ paid: number }> {
  return agent({
    model: scripted([
      '{"state_patch": {}, "action": {"pay": {"amount": 80}}}',
      '{"state_patch": {"paid": 80}, "action": {"reply": "It is paid."}}',
    ]),
    instructions: 'You pay bills.',
    state: z.object({ paid: z.number().default(0) }),
    tools: {
      pay: {
        description: 'Pays.',
        input: payment,
        approve: ({ input }) => input.amount > limit && 'it is much',
        execute: async () => 'paid',
      },
    },
  })
}

test('says what a release would change for last week', async () => {
  const lastWeek = memorySessions() // in your project: fileSessions('sessions')
  await (await cashier(100).open({ id: 'monday', store: lastWeek })).ask('Please pay 80.')

  await expect(cashier(100)).toMatchSessions(lastWeek, ['monday'])
  await expect(expect(cashier(50)).toMatchSessions(lastWeek, ['monday'])).rejects.toThrow(
    'was  not asked\n  now  asked: it is much',
  )
})
