import { type AgentEvent, memorySessions } from '@skill-state/agent'
import { bookingAgent } from '../booking-agent.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'agent',
  source: 'booking-agent.ts',
  async start(desk, customer = 'ada') {
    const agent = bookingAgent(desk.model(), desk)
    const session = await agent.open({ id: customer, store: memorySessions() })
    return {
      async say(text) {
        let reply = await replyOf(session.send(text))
        for (;;) {
          const { approval } = session
          if (approval === undefined) return reply
          reply = await replyOf(session.approve({ step: approval.step }))
        }
      },
      state: async () => session.state,
    }
  },
}

async function replyOf(events: AsyncIterable<AgentEvent>): Promise<string> {
  let reply = ''
  for await (const event of events) if (event.type === 'reply') reply = event.text
  return reply
}
