import type { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import { stateProcessor } from '@skill-state/mastra'
import { Trip } from '../booking-agent.ts'
import { bookingInMastra } from '../in-mastra.ts'
import { newestOf } from './desk.ts'
import { scripted, textOf } from './in-ai-sdk.ts'
import type { BookingRun, BookingVersion } from './version.ts'

type Message = Extract<Parameters<Agent['generate']>[0], readonly unknown[]>[number]

type Result = Pick<Awaited<ReturnType<Agent['generate']>>, 'finishReason' | 'runId' | 'response' | 'text'>

export const version: BookingVersion = {
  name: 'mastra',
  source: 'in-mastra.ts',
  start(desk, customer = 'ada') {
    const skill = embeddedAgent({ state: Trip, sessions: memorySessions(), onWarning: () => {} })
    const model = scripted(desk, ({ prompt }) => desk.answer(newestOf(textOf(prompt.at(-1)?.content)), true))
    const agent = bookingInMastra(model, desk, [stateProcessor({ skill, session: customer })])
    return { ...talk(agent), state: async () => (await skill.open(customer)).state }
  },
}

/** Says what the user says, below all messages before, and approves what waits. */
export function talk(booking: Agent): BookingRun {
  new Mastra({ agents: { booking }, storage: new InMemoryStore(), logger: false })
  let held: Message[] = []
  return {
    async say(text) {
      let result: Result = await booking.generate([...held, { role: 'user', content: text }])
      while (result.finishReason === 'suspended')
        result = await booking.approveToolCallGenerate({ runId: result.runId ?? '' })
      held = [...held, { role: 'user', content: text }, ...(result.response.messages ?? [])]
      return result.text
    },
  }
}
