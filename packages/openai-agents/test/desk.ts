import {
  Agent,
  type AgentInputItem,
  MaxTurnsExceededError,
  MemorySession,
  Runner,
  type RunState,
  type Span,
  setTraceProcessors,
  setTracingDisabled,
  type Tool,
  tool,
  webSearchTool,
} from '@openai/agents'
import type { AdapterRun, AdapterSetup } from '@skill-state/agent/conformance'
import { stateModel, stateSession, tellDenial, tellFailure } from '../src/index.ts'
import { transcriptOf } from '../src/items.ts'
import { ScriptedAgentsModel } from './scripted-agents-model.ts'

type State = RunState<unknown, Agent>
type TurnReport = Awaited<ReturnType<AdapterRun['say']>>
type SayOptions = NonNullable<Parameters<AdapterRun['say']>[1]>

/** The desk of the conformance suite as an agent of the SDK. */
export function deskInAgents({
  agent: embedded,
  own: options,
  session: sessionId,
  instructions,
  tools,
  reply,
  searches,
}: AdapterSetup): AdapterRun {
  const model = new ScriptedAgentsModel(reply)
  const own = new MemorySession({ sessionId })
  const session = stateSession(own)
  const agent = new Agent({
    name: 'desk',
    instructions,
    model: stateModel(model, options ?? { agent: embedded }),
    tools: [
      ...(searches ? [webSearchTool()] : []),
      ...tools.map(({ name, description, input, approve, draws, execute }): Tool => {
        return tool({
          name,
          description,
          strict: false,
          parameters: input as never,
          needsApproval: approve,
          errorFunction: tellFailure,
          execute: async (given, _context, details) => {
            const data = await execute(given as never, details?.toolCall?.callId ?? '')
            return draws ? { type: 'image', image: { data, mediaType: 'image/png' } } : data
          },
        })
      }),
    ],
  })
  const spans: ('model' | 'tool')[] = []
  setTracingDisabled(false) // the SDK traces no tests by default
  setTraceProcessors([new Spans(spans)])
  let waiting: State | undefined

  const run = async (
    input: string | AgentInputItem[] | State,
    { signal, maxSteps = 60, output, toolChoice }: SayOptions = {},
  ): Promise<TurnReport> => {
    const pieces: string[] = []
    const runner = new Runner({ tracingDisabled: false, modelSettings: { toolChoice } })
    const outputType = output && { type: 'json_schema', name: 'data', strict: true, schema: output }
    const asked = outputType ? (agent.clone({ outputType } as never) as Agent) : agent
    try {
      const result = await runner.run(asked, input, { session, stream: true, signal, maxTurns: maxSteps })
      for await (const piece of result.toTextStream()) pieces.push(piece)
      await result.completed
      if (signal?.aborted) return { end: 'aborted', text: '', pieces }
      waiting = result.interruptions.length > 0 ? (result.state as State) : undefined
      return {
        end: waiting ? 'approval' : 'replied',
        text: waiting ? '' : String(result.finalOutput),
        pieces,
        data: output && result.finalOutput,
        beside: JSON.stringify(result.newItems),
      }
    } catch (error) {
      if (signal?.aborted) return { end: 'aborted', text: '', pieces }
      if (error instanceof MaxTurnsExceededError) return { end: 'steps', text: '', pieces }
      throw error
    }
  }

  return {
    sent: model.sent,
    say: async (text, options = {}) => {
      const { image } = options
      if (image === undefined) return await run(text, options)
      const url = `data:image/png;base64,${image}`
      const content = [
        { type: 'input_text', text },
        { type: 'input_image', image: url },
      ] as const
      return await run([{ role: 'user', content: [...content] }], options)
    },
    async edit(back, text) {
      const items = await own.getItems()
      const said = items.flatMap((item, index) => ('role' in item && item.role === 'user' ? [index] : []))
      await own.clearSession()
      await own.addItems(items.slice(0, said.at(-1 - back)))
      return await this.say(text)
    },
    decide: async (isApproved, reason) => {
      const [call] = waiting?.getInterruptions() ?? []
      if (!waiting || !call) throw new Error('no call waits')
      if (isApproved) waiting.approve(call)
      else waiting.reject(call, { message: tellDenial(reason) })
      return run(waiting)
    },
    transcript: async () => transcriptOf(await own.getItems()),
    spans: () => spans,
  }
}

/** What the tracing of the SDK hears. */
class Spans {
  readonly #seen: ('model' | 'tool')[]

  constructor(seen: ('model' | 'tool')[]) {
    this.#seen = seen
  }

  // biome-ignore lint/suspicious/noExplicitAny: a span of any kind
  async onSpanStart({ spanData: { type } }: Span<any>): Promise<void> {
    if (type === 'generation') this.#seen.push('model')
    if (type === 'function') this.#seen.push('tool')
  }

  async onSpanEnd(): Promise<void> {}
  async onTraceStart(): Promise<void> {}
  async onTraceEnd(): Promise<void> {}
  async shutdown(): Promise<void> {}
  async forceFlush(): Promise<void> {}
}
