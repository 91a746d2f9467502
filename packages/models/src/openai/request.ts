import { known, type ModelRequest, type ToolSpec } from '@skill-state/protocol'
import type { OpenAI } from 'openai'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { type AnswerForm, answerName } from '../wire/answer-form.ts'
import { inputOf } from './input.ts'

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming

export interface RequestSettings {
  readonly model: string
  readonly temperature?: number
  readonly topP?: number
  readonly reasoningEffort?: string
}

export function toRequest(
  { prompt, cacheBreakpoints = [], tools, toolChoice = 'required' }: ModelRequest,
  settings: RequestSettings,
  { caching, maxOutputTokens }: ModelCapabilities,
  form: AnswerForm | undefined,
): Body {
  return {
    model: settings.model,
    store: false,
    max_output_tokens: maxOutputTokens,
    ...known({ temperature: settings.temperature, top_p: settings.topP }),
    ...effortOf(settings.reasoningEffort),
    ...inputOf(prompt, caching === 'breakpoints' ? cacheBreakpoints : []),
    ...(tools ? { ...toolsOf(tools), tool_choice: toolChoice } : formOf(form)),
  }
}

/** Which efforts there are depends on the model; the provider rejects others. */
function effortOf(effort: string | undefined): Partial<Body> {
  if (effort === undefined) return {}
  return { reasoning: { effort: effort as OpenAI.ReasoningEffort } }
}

function toolsOf(tools: readonly ToolSpec[]): Partial<Body> {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters: { ...parameters },
      strict: false,
    })),
    parallel_tool_calls: true,
  }
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
