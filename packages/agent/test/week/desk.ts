import { type JsonObject, promptText } from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { type Agent, type AgentEvent, type AgentOptions, agent } from '../../src/index.ts'
import { MOST_STEPS } from './judge.ts'
import { type Call, shopTools } from './shop.ts'
import { EMPTY, INSTRUCTIONS, SCHEMA } from './view.ts'

/** What is outside of the process of a desk, and outlives it. */
export interface Outside {
  /** The text that the model answers a prompt with. */
  readonly answer: (this: void, prompt: string, signal?: AbortSignal) => Promise<string>
  readonly call: Call
  readonly onEvent: (this: void, event: AgentEvent) => void
}

type Tools = Readonly<Record<string, AnyTool>>

/** What a desk has in place of its own parts. */
export type DeskOptions = (tools: Tools) => Partial<Omit<AgentOptions<JsonObject, unknown>, 'tools'>> & {
  readonly tools?: Tools
}

/** More than a week can use. What is spent is then on record before each call of the model. */
const TOKENS = 1_000_000_000

/** The support desk in one process. */
export function desk(
  { answer, call, onEvent }: Outside,
  change: DeskOptions = () => ({}),
): Agent<JsonObject> {
  const tools = shopTools(call)
  return agent({
    name: 'desk',
    instructions: INSTRUCTIONS,
    state: SCHEMA,
    initialState: EMPTY,
    model: {
      id: 'reader',
      capabilities: { maxOutputTokens: 400 },
      async generate({ prompt, signal }) {
        const text = await answer(promptText(prompt), signal)
        return { text, finishReason: 'stop', usage: {}, model: 'reader' }
      },
    },
    tools,
    limits: { session: { tokens: TOKENS }, message: { steps: MOST_STEPS } },
    onWarning: () => {},
    onEvent,
    ...change(tools),
  })
}
