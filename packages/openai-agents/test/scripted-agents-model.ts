import {
  type AgentOutputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  Usage,
  withGenerationSpan,
} from '@openai/agents'
import type { AdapterSetup, SentRequest } from '@skill-state/agent/conformance'
import { transcriptOf } from '../src/items.ts'

type Answer = Awaited<ReturnType<AdapterSetup['reply']>>
type Reply = (text: string, signal: AbortSignal | undefined) => Promise<string | Answer | AgentOutputItem>

/** A model that answers by a function, and remembers what it was sent. Traced as the models of the SDK are. */
export class ScriptedAgentsModel implements Model {
  readonly sent: SentRequest[] = []
  readonly #reply: Reply

  constructor(reply: Reply) {
    this.#reply = reply
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const { input, systemInstructions, signal, tools, handoffs, modelSettings, outputType } = request
    return await withGenerationSpan(async () => {
      const entries = transcriptOf(input).map((entry): SentRequest['messages'][number] => {
        const role = entry.by
        if (entry.by === 'tool')
          return { role, text: JSON.stringify(entry.result), calls: [], results: [entry.call] }
        const calls = entry.by === 'assistant' ? (entry.calls ?? []).map(({ id }) => id) : []
        const images = entry.by === 'user' ? entry.parts?.map(({ data }) => data) : []
        return { role, text: entry.text, images, calls, results: [] }
      })
      const system = systemInstructions
        ? [{ role: 'system', text: systemInstructions, calls: [], results: [] }]
        : []
      this.sent.push({
        messages: [...system, ...entries],
        tools: [...tools.map(({ name }) => name), ...handoffs.map(({ toolName }) => toolName)],
        toolChoice: modelSettings.toolChoice,
        hasSchema: outputType !== 'text',
      })
      signal?.throwIfAborted()
      const output = itemsOf(await this.#reply(`${systemInstructions}\n\n${entries.at(-1)?.text}`, signal))
      return { usage: new Usage({ inputTokens: 100, outputTokens: 10, totalTokens: 110 }), output }
    })
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output, usage } = await this.getResponse(request)
    const text = transcriptOf(output)
      .map((entry) => (entry.by === 'assistant' ? entry.text : ''))
      .join('')
    yield { type: 'response_started' }
    for (const delta of text.match(/[\s\S]{1,7}/g) ?? []) yield { type: 'output_text_delta', delta }
    yield { type: 'response_done', response: { id: 'r', usage, output } } as StreamEvent
  }
}

function itemsOf(reply: string | Answer | AgentOutputItem): AgentOutputItem[] {
  if (typeof reply === 'object' && !('calls' in reply)) return [reply]
  const { text, calls, reasoning, searched } =
    typeof reply === 'string' ? { text: reply, calls: [] } : (reply as Answer)
  const thought = { type: 'reasoning', content: [{ type: 'input_text', text: reasoning ?? '' }] } as const
  const found = {
    type: 'hosted_tool_call',
    name: 'web_search',
    output: searched,
    status: 'completed',
  } as const
  const said = {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  } as const
  return [
    ...(reasoning === undefined ? [] : [thought]),
    ...(searched === undefined ? [] : [found]),
    ...(text === '' ? [] : [said]),
    ...calls.map(({ name, input }, index) => {
      return {
        type: 'function_call',
        callId: `c${index}`,
        name,
        arguments: input,
        status: 'completed',
      } as const
    }),
  ] as AgentOutputItem[]
}
