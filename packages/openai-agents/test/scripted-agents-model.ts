import {
  type AgentOutputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  Usage,
  withGenerationSpan,
} from '@openai/agents'
import type { SentMessage } from '@skill-state/agent/conformance'
import { transcriptOf } from '../src/items.ts'

type Reply = (text: string, signal: AbortSignal | undefined) => Promise<string | AgentOutputItem>

/** A model that answers by a function, and remembers what it was sent. Traced as the models of the SDK are. */
export class ScriptedAgentsModel implements Model {
  readonly sent: SentMessage[][] = []
  readonly #reply: Reply

  constructor(reply: Reply) {
    this.#reply = reply
  }

  async getResponse({ input, systemInstructions, signal }: ModelRequest): Promise<ModelResponse> {
    return await withGenerationSpan(async () => {
      const entries = transcriptOf(input).map((entry): SentMessage => {
        const role = entry.by
        if (entry.by === 'tool')
          return { role, text: JSON.stringify(entry.result), calls: [], results: [entry.call] }
        const calls = entry.by === 'assistant' ? (entry.calls ?? []).map(({ id }) => id) : []
        return { role, text: entry.text, calls, results: [] }
      })
      const system = systemInstructions
        ? [{ role: 'system', text: systemInstructions, calls: [], results: [] }]
        : []
      this.sent.push([...system, ...entries])
      signal?.throwIfAborted()
      const reply = await this.#reply(entries.at(-1)?.text ?? '', signal)
      const output: AgentOutputItem =
        typeof reply === 'string'
          ? {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: reply }],
            }
          : reply
      return { usage: new Usage({ inputTokens: 100, outputTokens: 10, totalTokens: 110 }), output: [output] }
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
