import {
  type Model as AgentsModel,
  type ModelRequest as AgentsRequest,
  type ModelResponse as AgentsResponse,
  getCurrentTrace,
  withTrace,
} from '@openai/agents'
import type { StepRequest } from '@skill-state/agent/embedded'
import {
  type Capabilities,
  type Message,
  type Model,
  type ModelRequest,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'

export interface FromModelOptions {
  readonly id: string
  /** What is known of the model. A limit of tokens or cost needs `maxOutputTokens` and `prices`. */
  readonly capabilities?: Capabilities | undefined
  /** Settings that go along with each call. */
  readonly settings?: AgentsRequest['modelSettings'] | undefined
}

/** Any model of the Agents SDK as a model of skill-state. A prompt is one user message. */
export function fromModel(model: AgentsModel, { id, capabilities, settings }: FromModelOptions): Model {
  return {
    id,
    capabilities,
    async generate(request) {
      request.signal?.throwIfAborted()
      try {
        const call = () => ask(model, id, request, { modelSettings: settings ?? {}, tracing: false })
        // The models of the SDK trace each call, and throw without a trace.
        const asked = getCurrentTrace() ? call() : withTrace('skill-state', call)
        const { calls: _, beside: __, ...response } = await asked
        return response
      } catch (cause) {
        request.signal?.throwIfAborted()
        const reason = reasonOf(cause)
        throw new SkillStateError('model-failed', `the model ${id} failed: ${reason}`, { cause })
      }
    },
  }
}

type Given = Pick<AgentsRequest, 'modelSettings' | 'tracing'> &
  Partial<Pick<AgentsRequest, 'tools' | 'handoffs' | 'outputType'>>

type Response = Awaited<ReturnType<StepRequest['model']['generate']>> & {
  /** What is for the SDK alone, such as reasoning and what a tool at the provider did. */
  readonly beside: AgentsResponse['output']
}

/** Asks the model, as a stream if somebody listens. Throws what the model throws. */
export async function ask(
  model: AgentsModel,
  id: string,
  { prompt, signal, onText, tools }: ModelRequest,
  given: Given,
): Promise<Response> {
  const messages: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', text: prompt }] : prompt
  const { toolChoice: _, parallelToolCalls: __, ...settings } = given.modelSettings
  const request: AgentsRequest = {
    systemInstructions: messages.find(({ role }) => role === 'system')?.text,
    input: messages.flatMap((message) =>
      message.role === 'user' ? [{ role: message.role, content: contentOf(message) }] : [],
    ),
    ...(tools ? calling(tools, given) : { modelSettings: settings, tools: [], handoffs: [] }),
    toolsExplicitlyProvided: true,
    outputType: given.outputType ?? 'text',
    tracing: given.tracing,
    signal,
  } as AgentsRequest
  if (!onText) return responseOf(await model.getResponse(request), id)
  let done: Pick<AgentsResponse, 'output' | 'usage'> | undefined
  for await (const event of model.getStreamedResponse(request)) {
    if (event.type === 'output_text_delta') onText(event.delta)
    if (event.type === 'response_done') done = event.response as unknown as AgentsResponse
  }
  if (done === undefined) throw new Error('the stream ended without a response')
  return responseOf(done, id)
}

function contentOf({ text, parts }: Extract<Message, { role: 'user' }>): string | object[] {
  if (parts === undefined) return text
  const shown = parts.map(({ type, mediaType, data, name: filename }) => {
    const url = `data:${mediaType};base64,${data}`
    return type === 'image'
      ? { type: 'input_image', image: url }
      : { type: 'input_file', file: url, filename }
  })
  return [{ type: 'input_text', text }, ...shown]
}

/** The SDK's own tools and handoffs, and the tools of the runtime. A choice of none leaves those of the runtime. */
function calling(
  asked: NonNullable<ModelRequest['tools']>,
  { modelSettings, tools: given = [], handoffs = [] }: Given,
): Pick<AgentsRequest, 'modelSettings' | 'tools' | 'handoffs'> {
  const others = [...given.map(({ name }) => name), ...handoffs.map(({ toolName }) => toolName)]
  const own = asked
    .filter(({ name }) => !others.includes(name))
    .map(({ parameters, ...tool }) => {
      return {
        ...tool,
        type: 'function',
        parameters,
        strict: false,
      } as unknown as AgentsRequest['tools'][number]
    })
  const { toolChoice, ...settings } = modelSettings
  return toolChoice === 'none'
    ? { modelSettings: settings, tools: own, handoffs: [] }
    : { modelSettings, tools: [...given, ...own], handoffs }
}

function responseOf({ output, usage }: Pick<AgentsResponse, 'output' | 'usage'>, model: string): Response {
  const calls = output.flatMap((item) =>
    item.type === 'function_call' ? [{ name: item.name, input: item.arguments }] : [],
  )
  const beside = output.filter((item) => !('role' in item) && item.type !== 'function_call')
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []))
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('')
  const isRefused = text === '' && parts.some(({ type }) => type === 'refusal')
  const [input] = [usage.inputTokensDetails].flat()
  const [written] = [usage.outputTokensDetails].flat()
  return {
    text,
    calls,
    beside,
    finishReason: isRefused ? 'refusal' : 'stop',
    usage: {
      inputTokens: usage.inputTokens,
      cachedInputTokens: input?.cached_tokens,
      outputTokens: usage.outputTokens,
      reasoningTokens: written?.reasoning_tokens,
    },
    model,
  }
}
