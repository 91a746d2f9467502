import { type AgentEvent, memorySessions } from '@skill-state/agent'
import { type Model, promptText } from '@skill-state/protocol'
import { bookingAgent } from '../booking-agent.ts'
import type { Desk } from './desk.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'agent',
  source: 'booking-agent.ts',
  async start(desk) {
    const agent = bookingAgent(scripted(desk), desk)
    const session = await agent.open({ id: 'ada', store: memorySessions() })
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

function scripted(desk: Desk): Model {
  return {
    id: 'scripted',
    async generate({ prompt }) {
      const text = promptText(prompt)
      desk.sent.push(text.length)
      return { text: desk.written(newestOf(text)), finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
}

/** The newest observation of a prompt of an agent with a state. */
export function newestOf(prompt: string): string {
  return /Latest Observation: ([\s\S]*?)\n\nProvide/.exec(prompt)?.[1] ?? ''
}
