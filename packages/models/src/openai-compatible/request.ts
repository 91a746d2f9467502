import { type JsonObject, known, type ModelRequest, type ToolSpec } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { type AnswerForm, answerName } from '../wire/answer-form.ts'
import type { Traits } from '../wire/provider.ts'
import { providerEntry } from '../wire/provider-table.ts'
import type { Sampling } from '../wire/sampling.ts'
import { messagesOf } from './messages.ts'

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming

/** OpenAI's newer name for the limit differs between its two APIs. */
const limitNames = {
  max_tokens: 'max_tokens',
  max_completion_tokens: 'max_completion_tokens',
  max_output_tokens: 'max_completion_tokens',
} as const

export interface RequestSettings extends Sampling {
  readonly model: string
  readonly reasoningEffort?: string
}

/** The body of a request for a chat completion, with the fields that only some providers have. */
export function toRequest(
  { prompt, cacheBreakpoints = [], tools, toolChoice = 'required' }: ModelRequest,
  { model, temperature, topP, topK, seed, reasoningEffort }: RequestSettings,
  { caching, maxOutputTokens, outputLimitName }: ModelCapabilities,
  form: AnswerForm | undefined,
  { routes, asksForSeveral }: Traits,
): Body {
  const asksMore = form !== undefined || tools !== undefined
  return {
    model,
    messages: messagesOf(prompt, caching === 'breakpoints' ? cacheBreakpoints : []),
    [limitNames[outputLimitName]]: maxOutputTokens,
    ...known({ temperature, top_p: topP, top_k: topK, seed, reasoning_effort: reasoningEffort }),
    ...(tools ? { ...toolsOf(tools), tool_choice: toolChoice } : fieldsOf(form)),
    ...known({ parallel_tool_calls: tools && asksForSeveral ? true : undefined }),
    ...known({ provider: routes && asksMore ? { require_parameters: true } : undefined }),
  } as Body
}

function toolsOf(tools: readonly ToolSpec[]): Partial<Body> {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: { ...parameters } },
    })),
  }
}

/** A grammar is a field of llama.cpp's own; all others know `response_format`. */
function fieldsOf(form: AnswerForm | undefined): JsonObject {
  if (form === undefined) return {}
  if ('tool' in form) {
    const tool = { type: 'function', function: { name: answerName, parameters: form.tool } }
    return { tools: [tool], tool_choice: { type: 'function', function: { name: answerName } } }
  }
  if (form.grammar !== undefined) return { grammar: form.grammar }
  const json_schema = { name: answerName, strict: true, schema: form.schema }
  return { response_format: { type: 'json_schema', json_schema } }
}

/**
 * Every provider here counts in `prompt_tokens` what it read from a cache, and what it wrote to one. What differs is
 * where it says how much was read:
 *
 * - `prompt_tokens_details.cached_tokens`: Gemini, OpenRouter, Groq, xAI, vLLM (with `--enable-prompt-tokens-details`),
 *   llama.cpp since it has the field. OpenRouter adds `cache_write_tokens`.
 * - `prompt_cache_hit_tokens`, beside `prompt_cache_miss_tokens`: DeepSeek.
 * - `timings.cache_n`, beside the usage: llama.cpp. Its `timings.prompt_n` is the rest, and is not the input figure.
 * - Nowhere: Ollama and Mistral. The figure is then absent.
 */
export function traitsOf(provider: string): Traits {
  return {
    asksForUsage: true,
    completionHasReasoning: true,
    routes: false,
    asksForSeveral: false,
    ...providerEntry(provider),
  }
}
