import {
  type FinishReason,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  type Usage,
} from '@skill-state/protocol'
import type { CallOptions, GenerateResult, InnerModel, StreamPart } from './types.ts'

/** The model below a middleware as a model of skill-state. It is called with the settings of the framework's own call. */
export function innerModel(model: InnerModel, settings: CallOptions, streams: boolean): Model {
  const id = `${model.provider}:${model.modelId}`
  const { tools: _, toolChoice: __, responseFormat: ___, ...rest } = settings
  return {
    id,
    async generate({ prompt, signal, onText }: ModelRequest): Promise<ModelResponse> {
      const asked: CallOptions['prompt'] = [
        { role: 'user', content: [{ type: 'text', text: promptText(prompt) }] },
      ]
      const options = { ...rest, prompt: asked, abortSignal: signal } as CallOptions
      if (!streams) return responseOf(await model.doGenerate(options), model.modelId)
      const { stream } = await model.doStream(options)
      return read(stream, onText, model.modelId)
    },
  }
}

async function read(
  stream: ReadableStream<StreamPart>,
  onText: ModelRequest['onText'],
  modelId: string,
): Promise<ModelResponse> {
  let [text, model] = ['', modelId]
  let end: Extract<StreamPart, { type: 'finish' }> | undefined
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'response-metadata') model = part.modelId ?? model
    if (part.type === 'finish') end = part
    if (part.type !== 'text-delta') continue
    text += part.delta
    onText?.(part.delta)
  }
  if (end === undefined) throw new Error(`the stream of ${modelId} ended before the reply was complete`)
  return { text, finishReason: finishReasonOf(end.finishReason.unified), usage: usageOf(end.usage), model }
}

function responseOf(
  { content, finishReason, usage, response }: GenerateResult,
  modelId: string,
): ModelResponse {
  return {
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    finishReason: finishReasonOf(finishReason.unified),
    usage: usageOf(usage),
    model: response?.modelId ?? modelId,
  }
}

export function finishReasonOf(reason: string): FinishReason {
  if (reason === 'stop' || reason === 'length') return reason
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
