import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type AgentOutputItem,
  type Model,
  type ModelProvider,
  type ModelRequest,
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
  return inState(model, agentOf(options), options.session)
}

/** The same for all models of a provider, by name: give it to a `Runner`. */
export function stateProvider<const Schema extends AnySchema>(
  provider: ModelProvider,
  options: StateOptions<Schema>,
): ModelProvider {
  const agent = agentOf(options)
  return { getModel: async (name) => inState(await provider.getModel(name), agent, options.session) }
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

function inState(model: Model, agent: EmbeddedAgent, named: string | undefined): Model {
  /** The answer, and what of the model's own answers is for the SDK alone. */
  const step = async (
    request: ModelRequest,
    tell?: (piece: string) => void,
  ): Promise<[answer: StepAnswer, output: AgentOutputItem[]]> => {
    const { input, systemInstructions: instructions = '', signal } = request
    const beside: AgentOutputItem[] = []
    const { skillStateSession: session = named, earlier } = markIn(input) ?? {}
    if (session === undefined) {
      const message =
        'no session is named: run the agent with session: stateSession(…), or give the option session'
      throw invalidOption(message)
    }
    const id = 'openai-agents'
    const answer = await agent.step({
      session,
      model: {
        id,
        capabilities: { native: 'calls' },
        generate: async ({ onText, ...sent }) => {
          const response = await ask(model, id, tell ? { ...sent, onText } : sent, request)
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
    return [answer, [...beside, ...outputOf(answer)]]
  }
  return {
    async getResponse(request) {
      const [answer, output] = await step(request)
      return { usage: new Usage(usageOf(answer)), output }
    },
    async *getStreamedResponse(request) {
      const stream = new ReadableStream<StreamEvent>({
        async start(events) {
          try {
            const [answer, output] = await step(request, (delta) =>
              events.enqueue({ type: 'output_text_delta', delta }),
            )
            const response = { id: `step-${answer.dropped.step}`, usage: usageOf(answer), output }
            events.enqueue({ type: 'response_done', response } as StreamEvent)
            events.close()
          } catch (error) {
            events.error(error)
          }
        },
      })
      yield { type: 'response_started' }
      yield* stream
    },
    getRetryAdvice: (args) => model.getRetryAdvice?.(args),
  }
}

function usageOf({ usage: { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } }: StepAnswer) {
  const inputTokensDetails = { cached_tokens: cachedInputTokens }
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, inputTokensDetails }
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
  for (const { id: callId, tool: name, input } of calls)
    output.push({
      type: 'function_call',
      callId,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })
  return output
}
