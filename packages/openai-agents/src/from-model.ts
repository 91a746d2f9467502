import {
  type Model as AgentsModel,
  type ModelRequest as AgentsRequest,
  type ModelResponse as AgentsResponse,
  getCurrentTrace,
  withTrace,
} from '@openai/agents'
import {
  type Capabilities,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'

export interface FromModelOptions {
  /** Names the model in records. */
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
        return await (getCurrentTrace() ? call() : withTrace('skill-state', call))
      } catch (cause) {
        request.signal?.throwIfAborted()
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new SkillStateError('model-failed', `the model ${id} failed: ${reason}`, { cause })
      }
    },
  }
}

/** Asks the model, as a stream if somebody listens. Throws what the model throws. */
export async function ask(
  model: AgentsModel,
  id: string,
  { prompt, signal, onText }: ModelRequest,
  { modelSettings, tracing }: Pick<AgentsRequest, 'modelSettings' | 'tracing'>,
): Promise<ModelResponse> {
  const { toolChoice: _, parallelToolCalls: __, ...settings } = modelSettings
  const request: AgentsRequest = {
    input: [{ role: 'user', content: promptText(prompt) }],
    modelSettings: settings,
    tools: [],
    toolsExplicitlyProvided: true,
    handoffs: [],
    outputType: 'text',
    tracing,
    signal,
  }
  if (!onText) return responseOf(await model.getResponse(request), id)
  let done: Pick<AgentsResponse, 'output' | 'usage'> | undefined
  for await (const event of model.getStreamedResponse(request)) {
    if (event.type === 'output_text_delta') onText(event.delta)
    if (event.type === 'response_done') done = event.response as unknown as AgentsResponse
  }
  if (done === undefined) throw new Error('the stream ended without a response')
  return responseOf(done, id)
}

function responseOf(
  { output, usage }: Pick<AgentsResponse, 'output' | 'usage'>,
  model: string,
): ModelResponse {
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []))
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('')
  const isRefused = text === '' && parts.some(({ type }) => type === 'refusal')
  const [input] = [usage.inputTokensDetails].flat()
  const [written] = [usage.outputTokensDetails].flat()
  return {
    text,
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
