import { randomUUID } from 'node:crypto'
import { callbackHandlerPrefersStreaming } from '@langchain/core/callbacks/base'
import type { SystemMessage } from '@langchain/core/messages'
import type { ClientTool, ServerTool } from '@langchain/core/tools'
import type { AnySchema } from '@skill-state/agent'
import {
  type EmbeddedAgent,
  type EmbeddedOptions,
  embeddedAgent,
  type StepAnswer,
  warnUntested,
} from '@skill-state/agent/embedded'
import langchain from 'langchain/package.json' with { type: 'json' }
import type { ChannelUpdate } from './channels.ts'
import { ask, type ChatModel, fromChatModel } from './chat-model.ts'
import { checkpointSessions, inCheckpoint } from './checkpoint.ts'
import { embeddedTool, transcriptOf, type UnmarkedError } from './messages.ts'
import { type AskedCall, StateChatModel } from './state-chat-model.ts'
import { withTools } from './with-tools.ts'

/** The agent of a graph. Without `sessions`, its session is kept in the checkpoints of the graph. */
export type StateOptions<Schema extends AnySchema> =
  | (EmbeddedOptions<Schema> & { readonly agent?: undefined })
  /** An agent that keeps its sessions itself. */
  | { readonly agent: EmbeddedAgent; readonly sessions?: undefined }

/** Versions of `langchain` that the tests run with. */
const TESTED = ['1.5.0', '1.5.14'] as const

/** What is known of a step before the graph calls its model. */
export interface GraphStep {
  readonly chat: ChatModel
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly system: SystemMessage
  readonly tools: readonly (ClientTool | ServerTool)[]
  readonly kept: string | undefined
  /** Names the session, if the graph has a checkpointer. */
  readonly thread: unknown
}

/** A model for one call, and what the graph has to keep after it. */
export interface Asked {
  readonly model: StateChatModel
  update?: ChannelUpdate
}

/** Takes one step of the agent for each call of a graph's model. */
export function stepping(
  options: StateOptions<AnySchema>,
  unmarked: UnmarkedError,
): (step: GraphStep) => Asked {
  const adapter = '@skill-state/langchain'
  warnUntested({ adapter, framework: 'langchain', version: langchain.version, tested: TESTED })
  const isCheckpointed = options.agent === undefined && options.sessions === undefined
  const agent = options.agent ?? embeddedAgent({ sessions: checkpointSessions(options.recent), ...options })
  const decideIn = async (
    session: string,
    { chat, settings, system }: GraphStep,
    { messages, run, tell, signal, bound, onBeside }: AskedCall,
  ): Promise<StepAnswer> => {
    const beside = { tags: ['langsmith:nostream'], settings, system, onBeside }
    const isHeard = run?.handlers.some(callbackHandlerPrefersStreaming) === true
    let told = Promise.resolve()
    const answer = await agent.step({
      session,
      model: {
        ...fromChatModel(chat),
        capabilities: { native: 'calls' },
        generate: ({ onText, ...request }) =>
          // The stream of the graph shows the reply of the agent, not what the model writes.
          ask(withTools(chat, request, bound), isHeard ? { ...request, onText } : request, beside),
      },
      instructions: system.text,
      tools: bound.tools.flatMap(embeddedTool),
      transcript: transcriptOf(messages, unmarked),
      isData: bound.options.response_format !== undefined,
      signal,
      onEvent: (event) => {
        if (event.type === 'reply-text') told = told.then(() => tell(event.text))
      },
    })
    await told
    return answer
  }
  return (step) => {
    const { kept: earlier, thread } = step
    const id = typeof thread === 'string' && thread !== '' ? thread : randomUUID()
    const asked: Asked = {
      model: new StateChatModel(step, async (call) => {
        const decide = (session: string): Promise<StepAnswer> => decideIn(session, step, call)
        const { answer, kept } = isCheckpointed
          ? await inCheckpoint(earlier, id, decide)
          : { answer: await decide(id) }
        asked.update = { skillState: answer.state, _skillSession: kept }
        return answer
      }),
    }
    return asked
  }
}
