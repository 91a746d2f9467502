import {
  type Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelRequest,
  type ModelResponse,
  run,
  type Session,
  setTracingDisabled,
  Usage,
} from '@openai/agents'
import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import { stateModel, stateSession } from '@skill-state/openai-agents'
import { Trip } from '../booking-agent.ts'
import { bookingInAgents } from '../in-openai-agents.ts'
import { type Answer, type Desk, newestOf } from './desk.ts'
import type { BookingRun, BookingVersion } from './version.ts'

setTracingDisabled(true)

export const version: BookingVersion = {
  name: 'openai-agents',
  source: 'in-openai-agents.ts',
  start(desk, customer = 'ada') {
    const embedded = embeddedAgent({ state: Trip, sessions: memorySessions(), onWarning: () => {} })
    const model = scripted(desk, (newest) => desk.answer(newestOf(newest), true))
    const agent = bookingInAgents(stateModel(model, { agent: embedded }), desk)
    const session = stateSession(new MemorySession({ sessionId: customer }))
    return { ...talk(agent, session), state: async () => (await embedded.open(customer)).state }
  },
}

/** Says what the user says, in one session, and approves what waits. */
export function talk(agent: Agent, session: Session): BookingRun {
  return {
    async say(text) {
      let result = await run(agent, text, { session })
      while (result.interruptions.length > 0) {
        for (const call of result.interruptions) result.state.approve(call)
        result = await run(agent, result.state, { session })
      }
      return result.finalOutput ?? ''
    },
  }
}

/** A model of the SDK that says what a function says of the newest item. */
export function scripted(desk: Desk, answer: (newest: string) => Answer): Model {
  let count = 0
  const getResponse = async ({
    input,
    systemInstructions = '',
    tools,
  }: ModelRequest): Promise<ModelResponse> => {
    const items = typeof input === 'string' ? [input] : input
    desk.send(() => {
      const sizes = items.map((item) => (typeof item === 'string' ? item.length : sizeOf(item)))
      const more = systemInstructions.length + (tools.length === 0 ? 0 : JSON.stringify(tools).length)
      return sizes.reduce((sum, size) => sum + size, more)
    })
    count += 1
    const { text, calls } = answer(textOf(items.at(-1)))
    const content = [{ type: 'output_text' as const, text }]
    const output: ModelResponse['output'] = [
      ...(text === ''
        ? []
        : [{ type: 'message' as const, role: 'assistant' as const, status: 'completed' as const, content }]),
      ...calls.map(({ tool, input }, at) => ({
        type: 'function_call' as const,
        callId: `call-${count}${at || ''}`,
        name: tool,
        arguments: JSON.stringify(input),
        status: 'completed' as const,
      })),
    ]
    return { usage: new Usage(), output }
  }
  return { getResponse, async *getStreamedResponse() {} }
}

function sizeOf(item: AgentInputItem): number {
  return item.type === undefined || item.type === 'message'
    ? textOf(item).length
    : JSON.stringify(item).length
}

function textOf(item: string | AgentInputItem | undefined): string {
  if (item === undefined || typeof item === 'string') return item ?? ''
  const content = 'content' in item ? item.content : 'output' in item ? item.output : ''
  if (typeof content === 'string') return content
  return [content]
    .flat()
    .map((part) => (typeof part === 'object' && part !== null && 'text' in part ? part.text : ''))
    .join('')
}
