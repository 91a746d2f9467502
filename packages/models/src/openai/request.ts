import type { ModelRequest } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { known } from '../values/known.ts'
import { type AnswerForm, answerName } from '../wire/answer-form.ts'
import { promptBlocks } from '../wire/prompt-blocks.ts'

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming

export interface RequestSettings {
  readonly model: string
  readonly temperature?: number
  readonly topP?: number
  readonly reasoningEffort?: string
}

/** The body of a request to the Responses API, which is told to store nothing. */
export function toRequest(
  { prompt, cacheBreakpoints = [] }: ModelRequest,
  settings: RequestSettings,
  { caching, maxOutputTokens }: ModelCapabilities,
  form: AnswerForm | undefined,
): Body {
  const marked = caching === 'breakpoints' && cacheBreakpoints.length > 0
  return {
    model: settings.model,
    store: false,
    max_output_tokens: maxOutputTokens,
    ...known({ temperature: settings.temperature, top_p: settings.topP }),
    ...effortOf(settings.reasoningEffort),
    ...(marked ? markedInput(prompt, cacheBreakpoints) : { input: prompt }),
    ...formOf(form),
  }
}

/**
 * Without `explicit`, OpenAI also writes the whole prompt to its cache and charges for that; only the marked parts come
 * back in later calls.
 */
function markedInput(prompt: string, breakpoints: readonly number[]): Partial<Body> {
  const content = promptBlocks(prompt, breakpoints).map(({ text, marked }) => ({
    type: 'input_text' as const,
    text,
    ...known({ prompt_cache_breakpoint: marked ? { mode: 'explicit' as const } : undefined }),
  }))
  return { input: [{ role: 'user', content }], prompt_cache_options: { mode: 'explicit' } }
}

/** Which efforts there are depends on the model; the provider refuses others. */
function effortOf(effort: string | undefined): Partial<Body> {
  if (effort === undefined) return {}
  return { reasoning: { effort: effort as OpenAI.ReasoningEffort } }
}

function formOf(form: AnswerForm | undefined): Partial<Body> {
  if (form === undefined) return {}
  if ('tool' in form) {
    return {
      tools: [{ type: 'function', name: answerName, parameters: { ...form.tool }, strict: false }],
      tool_choice: { type: 'function', name: answerName },
    }
  }
  if (form.schema === undefined) return {}
  const schema = { ...form.schema }
  return { text: { format: { type: 'json_schema', name: answerName, strict: true, schema } } }
}
