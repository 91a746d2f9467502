import type { StepRequest } from '@skill-state/agent/embedded'
import type { FinishReason, Message, ModelRequest, Usage } from '@skill-state/protocol'
import type { CallOptions, GenerateResult, InnerModel, StreamPart } from './types.ts'

type FrameworkModel = StepRequest['model']
type Response = Awaited<ReturnType<FrameworkModel['generate']>>
type Content = GenerateResult['content'][number]

/** What of an answer is for the framework alone: reasoning, sources, and what a tool at the provider did. */
export type Beside = Exclude<Content, { type: 'text' }>

/** Hears what is for the framework alone, whole, or in the parts of a stream. */
export type Heard = { whole(part: Beside): void } | { streamed(part: StreamPart): void }

/**
 * The model below a middleware as a model of skill-state. It is called with the settings, tools and cache marks of the
 * framework's own call, of whose prompt the system messages are enough.
 */
export function innerModel(model: InnerModel, settings: CallOptions, onBeside: Heard): FrameworkModel {
  return {
    id: `${model.provider}:${model.modelId}`,
    capabilities: { native: 'calls' },
    async generate({ signal, onText, ...request }) {
      const asked = { ...settings, ...toolsFor(request, settings), prompt: promptFor(request, settings) }
      const options = { ...asked, abortSignal: signal } as CallOptions
      if ('whole' in onBeside)
        return responseOf(await model.doGenerate(options), model.modelId, (part) => onBeside.whole(part))
      const { stream } = await model.doStream(options)
      return await read(stream, onText, model.modelId, (part) => onBeside.streamed(part))
    },
  }
}

function promptFor({ prompt }: Pick<ModelRequest, 'prompt'>, settings: CallOptions): CallOptions['prompt'] {
  const given = settings.prompt.findLast(({ role, providerOptions }) => role === 'system' && providerOptions)
  if (typeof prompt === 'string') return [{ role: 'user', content: [{ type: 'text', text: prompt }] }]
  return prompt.map((message) => {
    if (message.role === 'system') return { ...given, role: 'system', content: message.text }
    return { role: 'user', content: contentOf(message) }
  })
}

/** A message of the runtime, with its images and files. */
export function contentOf(
  message: Message,
): Extract<CallOptions['prompt'][number], { role: 'user' }>['content'] {
  const parts = message.role === 'user' ? (message.parts ?? []) : []
  const files = parts.map(({ mediaType, data, name }) => {
    return {
      type: 'file' as const,
      mediaType,
      data: { type: 'data' as const, data },
      filename: name ?? 'file',
    }
  })
  return [{ type: 'text', text: message.text }, ...files]
}

/** The framework's own tools, and those of the runtime. A choice of none leaves those of the runtime. */
function toolsFor(
  { tools }: Pick<ModelRequest, 'tools'>,
  { tools: given = [], toolChoice }: CallOptions,
): object {
  const isNone = toolChoice?.type === 'none'
  const own = new Map(given.map((tool) => [tool.name, tool]))
  const sent = tools
    ?.filter(({ name }) => !(isNone && own.has(name)))
    .map(({ name, description, parameters }) => {
      return own.get(name) ?? { type: 'function' as const, name, description, inputSchema: parameters }
    })
  return { tools: sent, toolChoice: isNone || !tools ? undefined : toolChoice }
}

async function read(
  stream: ReadableStream<StreamPart>,
  onText: ModelRequest['onText'],
  modelId: string,
  onBeside: (part: StreamPart) => void,
): Promise<Response> {
  let [text, model] = ['', modelId]
  let end: Extract<StreamPart, { type: 'finish' }> | undefined
  const calls: { name: string; input: string }[] = []
  const atProvider = new Set<string>()
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'response-metadata') model = part.modelId ?? model
    else if (part.type === 'finish') end = part
    else if (part.type === 'text-delta') {
      text += part.delta
      onText?.(part.delta)
    } else if (part.type === 'tool-call' && !part.providerExecuted) {
      calls.push({ name: part.toolName, input: part.input })
    } else if (IGNORED.includes(part.type)) continue
    else if (part.type.startsWith('tool-input')) {
      const { id } = part as { id: string }
      if (part.type === 'tool-input-start' && part.providerExecuted) atProvider.add(id)
      if (atProvider.has(id)) onBeside(part)
    } else onBeside(part)
  }
  if (end === undefined) throw new Error(`the stream of ${modelId} ended before the reply was complete`)
  const finishReason = finishReasonOf(end.finishReason.unified)
  return { text, calls, finishReason, usage: usageOf(end.usage), model }
}

/** Parts of a stream that an answer of the runtime has of its own. */
const IGNORED: readonly string[] = ['stream-start', 'text-start', 'text-end', 'raw']

function responseOf(
  { content, finishReason, usage, response }: GenerateResult,
  modelId: string,
  onBeside: (part: Beside) => void,
): Response {
  const calls: { name: string; input: string }[] = []
  let text = ''
  for (const part of content) {
    if (part.type === 'text') text += part.text
    else if (part.type === 'tool-call' && !part.providerExecuted)
      calls.push({ name: part.toolName, input: part.input })
    else onBeside(part)
  }
  return {
    text,
    calls,
    finishReason: finishReasonOf(finishReason.unified),
    usage: usageOf(usage),
    model: response?.modelId ?? modelId,
  }
}

export function finishReasonOf(reason: string): FinishReason {
  if (reason === 'stop' || reason === 'length') return reason
  if (reason === 'tool-calls') return 'stop'
  return reason === 'content-filter' ? 'refusal' : 'other'
}

function usageOf({ inputTokens, outputTokens }: GenerateResult['usage']): Usage {
  return {
    inputTokens: inputTokens.total,
    cachedInputTokens: inputTokens.cacheRead,
    cacheWriteTokens: inputTokens.cacheWrite,
    outputTokens: outputTokens.total,
    reasoningTokens: outputTokens.reasoning,
  }
}
