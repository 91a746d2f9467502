import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type AgentOutputItem,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type ModelResponse,
  type ModelRetryAdvice,
  type ModelRetryAdviceRequest,
  type StreamEvent,
  Usage,
} from '@openai/agents'
import type { AnySchema } from '@skill-state/agent'
import {
  type EmbeddedAgent,
  type EmbeddedOptions,
  embeddedAgent,
  type StepAnswer,
  warnUntested,
} from '@skill-state/agent/embedded'
import { invalidOption } from '@skill-state/protocol'
import { ask } from './from-model.ts'
import { markIn, toolsOf, transcriptOf } from './items.ts'

export type StateOptions<Schema extends AnySchema = AnySchema> = {
  /** Names the session of runs without a `stateSession`. */
  readonly session?: string | undefined
} & (EmbeddedOptions<Schema> | { readonly agent: EmbeddedAgent })

/**
 * A model for the agents of the SDK, in the place of `model`: each call sees the agent's instructions, the state and the newest
 * message or result, and nothing else. The SDK keeps its runs, tools, handoffs, approvals and traces.
 */
export function stateModel<const Schema extends AnySchema>(
  model: Model,
  options: StateOptions<Schema>,
): Model {
  return new StateModel(model, agentOf(options), options.session)
}

/** The same for all models of a provider, by name: give it to a `Runner`. */
export function stateProvider<const Schema extends AnySchema>(
  provider: ModelProvider,
  options: StateOptions<Schema>,
): ModelProvider {
  const agent = agentOf(options)
  return { getModel: async (name) => new StateModel(await provider.getModel(name), agent, options.session) }
}

function agentOf<Schema extends AnySchema>(options: StateOptions<Schema>): EmbeddedAgent {
  warnUntested({
    adapter: '@skill-state/openai-agents',
    framework: '@openai/agents',
    version: installedVersion(),
    tested: ['0.19.0', '0.20.0'],
  })
  return 'agent' in options ? options.agent : (embeddedAgent(options) as EmbeddedAgent)
}

/** The SDK does not export its manifest. */
function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@openai/agents')
  const manifest = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

class StateModel implements Model {
  readonly #model: Model
  readonly #agent: EmbeddedAgent
  readonly #session: string | undefined

  constructor(model: Model, agent: EmbeddedAgent, session: string | undefined) {
    this.#model = model
    this.#agent = agent
    this.#session = session
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const [answer, beside] = await this.#step(request)
    return { usage: new Usage(usageOf(answer)), output: [...beside, ...outputOf(answer)] }
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const stream = new ReadableStream<StreamEvent>({
      start: async (events) => {
        try {
          const [answer, beside] = await this.#step(request, (delta) =>
            events.enqueue({ type: 'output_text_delta', delta }),
          )
          const response = {
            id: `step-${answer.dropped.step}`,
            usage: usageOf(answer),
            output: [...beside, ...outputOf(answer)],
          }
          events.enqueue({ type: 'response_done', response } as StreamEvent)
          events.close()
        } catch (error) {
          events.error(error)
        }
      },
    })
    yield { type: 'response_started' }
    yield* stream
  }

  getRetryAdvice(args: ModelRetryAdviceRequest): ReturnType<NonNullable<Model['getRetryAdvice']>> {
    return this.#model.getRetryAdvice?.(args) as ModelRetryAdvice | undefined
  }

  /** The answer, and what of the model's own answers is for the SDK alone. */
  async #step(
    request: ModelRequest,
    tell?: (piece: string) => void,
  ): Promise<[answer: StepAnswer, beside: AgentOutputItem[]]> {
    const { input, systemInstructions: instructions = '', signal } = request
    const beside: AgentOutputItem[] = []
    const { skillStateSession: session = this.#session, earlier } = markIn(input) ?? {}
    if (session === undefined) {
      const message =
        'no session is named: run the agent with session: stateSession(…), or give the option session'
      throw invalidOption(message)
    }
    const id = 'openai-agents'
    const answer = await this.#agent.step({
      session,
      model: {
        id,
        capabilities: { native: 'calls' },
        generate: async ({ onText, ...sent }) => {
          const response = await ask(this.#model, id, tell ? { ...sent, onText } : sent, request)
          beside.push(...response.beside)
          return response
        },
      },
      instructions,
      tools: toolsOf(request),
      transcript: transcriptOf(input),
      earlier,
      isData: request.outputType !== 'text',
      signal,
      onEvent: (event) => {
        if (event.type === 'reply-text') tell?.(event.text)
      },
    })
    return [answer, beside]
  }
}

function usageOf({ usage }: StepAnswer): {
  inputTokens: number
  outputTokens: number
  totalTokens: number
  inputTokensDetails: Record<string, number>
} {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cachedInputTokens: cached = 0,
  } = usage as Partial<StepAnswer['usage']>
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    inputTokensDetails: { cached_tokens: cached },
  }
}

function outputOf({ text, calls }: StepAnswer): AgentOutputItem[] {
  const output: AgentOutputItem[] = []
  if (text !== '' || calls.length === 0) {
    output.push({
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text }],
    })
  }
  for (const { id: callId, tool: name, input } of calls) {
    output.push({
      type: 'function_call',
      callId,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })
  }
  return output
}
