import {
  type Capabilities,
  type Model,
  type ModelRequest,
  type ModelResponse,
  reasonOf,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import { generateText, type LanguageModel, type LanguageModelUsage, streamText } from 'ai'
import { contentOf, finishReasonOf } from './inner-model.ts'
import { checkVersion } from './version.ts'

/** Settings that each call sends, such as `temperature` or `maxOutputTokens`. */
export type CallSettings = Omit<
  Parameters<typeof generateText>[0],
  'model' | 'prompt' | 'messages' | 'instructions' | 'tools' | 'abortSignal' | 'output'
> & {
  /** What is known of the model, such as the media types that it reads: `{ sees: ['image/png'] }`. It is not sent. */
  readonly capabilities?: Omit<Capabilities, 'native'> | undefined
}

/** A model of the AI SDK as a model of skill-state, for `agent`, `runSkill` and the benchmarks. */
export function fromLanguageModel(
  model: LanguageModel,
  { capabilities, ...settings }: CallSettings = {},
): Model {
  checkVersion()
  const id = typeof model === 'string' ? model : `${model.provider}:${model.modelId}`
  return {
    id,
    capabilities,
    async generate({ prompt, signal, onText }: ModelRequest): Promise<ModelResponse> {
      signal?.throwIfAborted()
      const given =
        typeof prompt === 'string'
          ? prompt
          : prompt.map((message) => ({ role: 'user', content: contentOf(message) }))
      const call = { ...settings, model, prompt: given, abortSignal: signal } as Parameters<
        typeof generateText
      >[0]
      try {
        if (onText === undefined) return responseOf(await generateText(call))
        let failure: { readonly error: unknown } | undefined
        const onError = (event: { readonly error: unknown }): void => {
          failure ??= event
        }
        const result = streamText({ ...call, onError } as Parameters<typeof streamText>[0])
        for await (const piece of result.textStream) onText(piece)
        if (failure) throw failure.error
        const { text, finishReason, usage, response } = result
        return responseOf({
          text: await text,
          finishReason: await finishReason,
          usage: await usage,
          response: await response,
        })
      } catch (error) {
        signal?.throwIfAborted()
        const message = reasonOf(error)
        throw new SkillStateError('model-failed', `${id}: ${message}`, { cause: error })
      }
    },
  }
}

function responseOf(result: {
  readonly text: string
  readonly finishReason: string
  readonly usage: LanguageModelUsage
  readonly response: { readonly modelId: string }
}): ModelResponse {
  const { text, finishReason, usage, response } = result
  return { text, finishReason: finishReasonOf(finishReason), usage: usageOf(usage), model: response.modelId }
}

function usageOf({ inputTokens, outputTokens, ...details }: LanguageModelUsage): Usage {
  const { cacheReadTokens: cachedInputTokens, cacheWriteTokens } = details.inputTokenDetails
  const { reasoningTokens } = details.outputTokenDetails
  return { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens }
}
