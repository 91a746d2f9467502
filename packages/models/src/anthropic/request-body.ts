import type {
  MessageCreateParamsBase,
  ThinkingConfigParam,
  Tool,
  ToolChoice,
} from '@anthropic-ai/sdk/resources/messages'
import { type JsonObject, known, type ModelRequest, type ToolSpec } from '@skill-state/protocol'
import { type Dialect, lowerSchema } from '../answers/index.ts'
import type { Caching } from '../capabilities/capabilities.ts'
import { conversationOf } from './conversation.ts'

/** The tool whose input is the reply, if a model has no structured output. */
const replyTool = 'reply'

/** What is sent alike with each call. */
export interface RequestSettings {
  readonly maxOutputTokens: number
  readonly temperature?: number
  readonly topP?: number
  readonly thinking?: ThinkingConfigParam
  readonly dialect: Dialect
  readonly caching: Caching
  /** The version of the API that is asked for, if it is not the SDK's. */
  readonly apiVersion?: string
}

/** The last version of the API that takes sampling parameters; the next one, 2026-10-21, rejects any. */
export const samplingVersion = '2023-06-01'

/** The SDK's type describes the newer version. */
export interface RequestBody extends MessageCreateParamsBase {
  readonly temperature?: number
  readonly top_p?: number
}

export function requestBody(model: string, settings: RequestSettings, request: ModelRequest): RequestBody {
  const { maxOutputTokens, temperature, topP, thinking, caching } = settings
  const breakpoints = caching === 'breakpoints' ? request.cacheBreakpoints : undefined
  return {
    model,
    max_tokens: maxOutputTokens,
    ...conversationOf(request.prompt, breakpoints),
    ...known({ temperature, top_p: topP, thinking }),
    ...(request.tools
      ? toolsOf(request.tools, request.toolChoice, thinking)
      : answerFormat(request.answerSchema, settings)),
  }
}

type AnswerFormat = Pick<MessageCreateParamsBase, 'output_config' | 'tools' | 'tool_choice'>

/** Empty without a schema, and for one that the dialect cannot express. */
function answerFormat(schema: JsonObject | undefined, { dialect, thinking }: RequestSettings): AnswerFormat {
  if (schema === undefined) return {}
  if (dialect === 'tool') return { tools: [toolFor(schema)], tool_choice: choiceFor(thinking) }
  const lowered = lowerSchema(schema, dialect)
  if (!lowered.ok || lowered.value.schema === undefined) return {}
  return { output_config: { format: { type: 'json_schema', schema: { ...lowered.value.schema } } } }
}

function toolFor(schema: JsonObject): Tool {
  const description = 'Gives your reply. Call it exactly once, with the whole reply as its input.'
  return { name: replyTool, description, input_schema: { ...schema, type: 'object' } }
}

function toolsOf(
  tools: readonly ToolSpec[],
  choice: ModelRequest['toolChoice'],
  thinking: ThinkingConfigParam | undefined,
): AnswerFormat {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: { ...parameters, type: 'object' },
    })),
    tool_choice: { type: thinks(thinking) || choice === 'auto' ? 'auto' : 'any' },
  }
}

/** A model that thinks cannot be forced to call a tool: the API rejects the two together. */
function choiceFor(thinking: ThinkingConfigParam | undefined): ToolChoice {
  if (thinks(thinking)) return { type: 'auto', disable_parallel_tool_use: true }
  return { type: 'tool', name: replyTool, disable_parallel_tool_use: true }
}

function thinks(thinking: ThinkingConfigParam | undefined): boolean {
  return thinking !== undefined && thinking.type !== 'disabled'
}
