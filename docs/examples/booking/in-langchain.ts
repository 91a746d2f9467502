import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { Command } from '@langchain/langgraph'
import type { createAgent } from 'langchain'
import { z } from 'zod'
import { bookingInLangchain } from '../in-langchain.ts'
import { type Answer, type Desk, newestOf } from './desk.ts'
import type { BookingRun, BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'langchain',
  source: 'in-langchain.ts',
  start(desk, customer) {
    const model = scripted(desk, (newest) => desk.answer(newestOf(newest), true))
    return talk(bookingInLangchain(model, desk), customer)
  },
}

/** What the agent's type does not know of its result. */
const Result = z.object({
  messages: z.array(z.custom<BaseMessage>()),
  skillState: z.unknown().optional(),
  __interrupt__: z.unknown().optional(),
})

/** Says what the user says, in one thread, and approves what waits. */
export function talk(agent: ReturnType<typeof createAgent>, customer = 'ada'): BookingRun {
  const options = { configurable: { thread_id: customer }, recursionLimit: 50 }
  let state: unknown
  return {
    async say(text) {
      let input: Parameters<typeof agent.invoke>[0] = { messages: [new HumanMessage(text)] }
      for (;;) {
        const { messages, skillState, __interrupt__ } = Result.parse(await agent.invoke(input, options))
        state = skillState
        if (__interrupt__ === undefined) return messages.at(-1)?.text ?? ''
        input = new Command({ resume: { decisions: [{ type: 'approve' }] } })
      }
    },
    state: async () => state,
  }
}

/** A chat model that says what a function says of the newest message. */
export function scripted(desk: Desk, answer: (newest: string) => Answer): ReturnType<typeof fakeModel> {
  let count = 0
  const model = fakeModel()
  const respond = (messages: BaseMessage[]): AIMessage => {
    model.respond(respond)
    model.calls.length = 0 // it remembers all messages of all calls
    desk.send(() => messages.reduce((sum, message) => sum + sizeOf(message), 0))
    const { text, calls } = answer(messages.at(-1)?.text ?? '')
    if (calls.length > 0) count += 1
    const called = calls.map(({ tool, input }, at) => {
      return { type: 'tool_call' as const, id: `call-${count}${at || ''}`, name: tool, args: { ...input } }
    })
    return new AIMessage({ content: text, tool_calls: called })
  }
  return model.respond(respond)
}

function sizeOf(message: BaseMessage): number {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []
  return message.text.length + (calls.length === 0 ? 0 : JSON.stringify(calls).length)
}
