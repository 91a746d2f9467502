import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import { AIMessageChunk, type BaseMessage, HumanMessage, RemoveMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, GraphRecursionError, MemorySaver } from '@langchain/langgraph'
import type { AdapterRun, AdapterSetup, SayOptions, TurnReport } from '@skill-state/agent/conformance'
import { createAgent, humanInTheLoopMiddleware } from 'langchain'
import { stateMiddleware } from '../src/index.ts'
import { transcriptOf } from '../src/messages.ts'
import { ScriptedChatModel } from './scripted-chat-model.ts'

interface Snapshot {
  readonly values: { readonly messages: BaseMessage[] }
  readonly tasks: readonly { readonly interrupts: readonly unknown[] }[]
}

/** What the types of `createAgent` do not say. */
interface Checkpointed {
  getState(config: object): Promise<Snapshot>
  updateState(config: object, values: object): Promise<unknown>
}

interface DeskOptions {
  /** When LangGraph writes checkpoints. Default: after each node, which takes ever longer. */
  readonly durability?: 'exit' | undefined
}

/** The desk of the conformance suite as a LangChain agent. */
export function deskInLangchain(
  { agent, own, session, instructions, tools, reply }: AdapterSetup,
  { durability }: DeskOptions = {},
): AdapterRun {
  const model = new ScriptedChatModel(reply)
  const spans = new Spans()
  const approved = tools.filter(({ approve }) => approve).map(({ name }) => [name, true] as const)
  const graph = createAgent({
    model,
    systemPrompt: instructions,
    tools: tools.map(({ name, description, input, execute }) => {
      return tool(async (given: never, { toolCall }) => await execute(given, toolCall?.id ?? ''), {
        name,
        description,
        schema: input as { type: 'object' },
      })
    }),
    middleware: [
      humanInTheLoopMiddleware({ interruptOn: Object.fromEntries(approved) }),
      stateMiddleware(own ?? { agent }),
    ],
    checkpointer: new MemorySaver(),
  })
  const config = { configurable: { thread_id: session } }
  const snapshot = async (): Promise<Snapshot> => await (graph as unknown as Checkpointed).getState(config)
  const said = new Map<string, number>()

  const run = async (input: never, { signal, maxSteps = 60 }: SayOptions = {}): Promise<TurnReport> => {
    const pieces: string[] = []
    // A step is up to three nodes: the model, the approval, the tool.
    const options = { ...config, signal, recursionLimit: 3 * maxSteps, durability, callbacks: [spans] }
    try {
      for await (const [message] of await graph.stream(input, { ...options, streamMode: 'messages' })) {
        if (AIMessageChunk.isInstance(message) && message.text !== '') pieces.push(message.text)
      }
    } catch (error) {
      await model.settled()
      if (signal?.aborted) return { end: 'aborted', text: '', pieces }
      if (error instanceof GraphRecursionError) return { end: 'steps', text: '', pieces }
      throw error
    }
    const { values, tasks } = await snapshot()
    if (tasks.some(({ interrupts }) => interrupts.length > 0)) return { end: 'approval', text: '', pieces }
    return { end: 'replied', text: values.messages.at(-1)?.text ?? '', pieces }
  }

  return {
    sent: model.sent,
    say: async (text, options) => {
      // The application names its messages, so that one which is sent again after a crash is known.
      const times = (said.get(text) ?? 0) + 1
      said.set(text, times)
      const { image } = options ?? {}
      const url = `data:image/png;base64,${image}`
      const content = image
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ]
        : text
      return run({ messages: [new HumanMessage({ content, id: `${text} ${times}` })] } as never, options)
    },
    async edit(back, text) {
      const { messages } = (await snapshot()).values
      const said = messages.flatMap((message, index) => (HumanMessage.isInstance(message) ? [index] : []))
      const left = messages.slice(said.at(-1 - back)).map(({ id = '' }) => new RemoveMessage({ id }))
      await (graph as unknown as Checkpointed).updateState(config, { messages: left })
      return await this.say(text)
    },
    decide: async (isApproved, message) => {
      const decision = isApproved ? { type: 'approve' } : { type: 'reject', message }
      return run(new Command({ resume: { decisions: [decision] } }) as never)
    },
    transcript: async () => transcriptOf((await snapshot()).values.messages, 'denied'),
    spans: () => spans.seen,
  }
}

/** What the tracing of LangChain hears. */
class Spans extends BaseCallbackHandler {
  readonly name = 'spans'
  readonly seen: ('model' | 'tool')[] = []

  override handleChatModelStart(
    ...[, , , , , tags = []]: Parameters<NonNullable<BaseCallbackHandler['handleChatModelStart']>>
  ): void {
    if (!tags.includes('langsmith:hidden')) this.seen.push('model')
  }

  override handleToolStart(): void {
    this.seen.push('tool')
  }
}
