import type { JsonObject } from '@skill-state/protocol'
import type { AgentEvent } from '../events.ts'
import { tell } from '../host/index.ts'
import { deskAlone, type World } from './desk.ts'

export interface AloneRun {
  readonly prompts: readonly string[]
  readonly world: World
  readonly replies: readonly string[]
  readonly state: JsonObject
  /** The bound of the prompt, proved from the schema. */
  readonly bound: number
}

/** Runs the conversation with the agent alone. Calls that wait are approved, or denied with the reason. */
export async function runAlone(messages: readonly string[], denial?: string): Promise<AloneRun> {
  const [prompts, replies]: [string[], string[]] = [[], []]
  const world: World = { calls: [] }
  const agent = deskAlone(world, prompts)
  const session = await agent.open({ id: 'alone' })
  const hear = async (events: AsyncIterable<AgentEvent>): Promise<void> => {
    for await (const event of events) if (event.type === 'reply') replies.push(event.text)
  }
  for (const message of messages) {
    await hear(session.send(message))
    const { approval } = session
    if (approval === undefined) continue
    const { step, call } = approval
    await hear(tell(session, denial ? { deny: step, call, reason: denial } : { approve: step, call }))
  }
  const { certificate } = agent
  const bound = certificate.bounded ? certificate.promptChars : Infinity
  return { prompts, world, replies, state: session.state, bound }
}
