import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import {
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, GraphRecursionError, MemorySaver } from '@langchain/langgraph'
import type { AdapterRun, AdapterSetup } from '@skill-state/agent/conformance'
import { createAgent, createMiddleware, humanInTheLoopMiddleware } from 'langchain'
import { stateMiddleware } from '../src/index.ts'
import { transcriptOf } from '../src/messages.ts'
import { ScriptedChatModel } from './scripted-chat-model.ts'

type TurnReport = Awaited<ReturnType<AdapterRun['say']>>
type SayOptions = NonNullable<Parameters<AdapterRun['say']>[1]>

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
  { agent, own, session, instructions, tools, reply, marked, searches }: AdapterSetup,
  { durability }: DeskOptions = {},
): AdapterRun {
  const model = new ScriptedChatModel(reply)
  const spans = new Spans()
  const approved = tools.filter(({ approve }) => approve).map(({ name }) => [name, true] as const)
  let said: SayOptions = {}
  const choosing = createMiddleware({
    name: 'choosing',
    wrapModelCall: (request, handler) => handler({ ...request, toolChoice: said.toolChoice as never }),
  })
  const cache_control = { type: 'ephemeral' }
  const checkpointer = new MemorySaver()
  const graphFor = (responseFormat?: object) =>
    createAgent({
      model,
      systemPrompt: marked
        ? new SystemMessage({ content: [{ type: 'text', text: instructions, cache_control }] })
        : instructions,
      responseFormat: responseFormat as undefined,
      tools: [
        ...(searches ? [{ type: 'web_search_20250305', name: 'web_search' }] : []),
        ...tools.map(({ name, description, input, draws, execute }) => {
          const run = async (given: never, { toolCall }: { toolCall?: { id?: string } }) => {
            const data = await execute(given, toolCall?.id ?? '')
            return draws ? [{ type: 'image', mimeType: 'image/png', data }] : data
          }
          return tool(run, { name, description, schema: input as { type: 'object' } })
        }),
      ],
      middleware: [
        choosing,
        humanInTheLoopMiddleware({ interruptOn: Object.fromEntries(approved) }),
        stateMiddleware(own ?? { agent }),
      ],
      checkpointer,
    })
  const graph = graphFor()
  const config = { configurable: { thread_id: session } }
  const snapshot = async (): Promise<Snapshot> => await (graph as unknown as Checkpointed).getState(config)
  const times = new Map<string, number>()

  const run = async (input: never, asked: SayOptions = {}): Promise<TurnReport> => {
    const { signal, maxSteps = 60, output } = asked
    said = asked
    let data: unknown
    let beside = ''
    const pieces: string[] = []
    // A step is up to three nodes: the model, the approval, the tool.
    const options = { ...config, signal, recursionLimit: 3 * maxSteps, durability, callbacks: [spans] }
    try {
      const asking = output ? graphFor(output) : graph
      const streamMode: ['messages', 'updates'] = ['messages', 'updates']
      for await (const [mode, part] of await asking.stream(input, { ...options, streamMode })) {
        if (mode === 'updates') {
          const updates = Object.values(part).flat() as readonly ({ structuredResponse?: unknown } | null)[]
          for (const update of updates) data = update?.structuredResponse ?? data
          continue
        }
        const [message] = part
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
    beside = JSON.stringify(values.messages.at(-1)?.content)
    return { end: 'replied', text: values.messages.at(-1)?.text ?? '', pieces, data, beside }
  }

  return {
    sent: model.sent,
    say: async (text, options) => {
      // The application names its messages, so that one which is sent again after a crash is known.
      const time = (times.get(text) ?? 0) + 1
      times.set(text, time)
      const { image } = options ?? {}
      const url = `data:image/png;base64,${image}`
      const content = image
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ]
        : text
      return run({ messages: [new HumanMessage({ content, id: `${text} ${time}` })] } as never, options)
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
