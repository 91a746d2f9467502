import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { ClientTool, ServerTool } from '@langchain/core/tools'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { contentOf, type EmbeddedTool, type Entry } from '@skill-state/agent/embedded'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Marks an error of a tool that the middleware has seen to be called. */
export const EXECUTED = 'skill_state_executed'

/** What an error without the mark means: under the middleware a call that a person has denied. */
export type UnmarkedError = 'failed' | 'denied'

/** The messages of a graph as the agent reads them. System messages among them are instructions, and stay out. */
export function transcriptOf(messages: readonly BaseMessage[], unmarked: UnmarkedError): readonly Entry[] {
  return messages.flatMap((message): readonly Entry[] => {
    if (HumanMessage.isInstance(message)) return [{ by: 'user', ...shownOf(message), id: message.id }]
    if (AIMessage.isInstance(message)) {
      const calls = (message.tool_calls ?? []).map(({ id = '', name, args }) => {
        return { id, tool: name, input: args as JsonValue }
      })
      return [{ by: 'assistant', text: textOf(message), calls }]
    }
    if (!ToolMessage.isInstance(message)) return []
    const { tool_call_id: call, status, additional_kwargs: more } = message
    const outcome = status !== 'error' ? undefined : more[EXECUTED] === true ? 'failed' : unmarked
    const { text, parts } = shownOf(message)
    return [{ by: 'tool', call, result: text, parts, outcome }]
  })
}

/** LangChain makes blocks of a text first, and a text of them: too slow for all messages at each step. */
function textOf(message: BaseMessage): string {
  const { content } = message
  return typeof content === 'string' ? content : message.text
}

/** The text, the images and the files. */
function shownOf({ content }: BaseMessage): ReturnType<typeof contentOf> {
  if (typeof content === 'string') return { text: content, parts: undefined }
  return contentOf(content.map((part) => partOf(part as Record<string, unknown>)))
}

/** Reads the forms of LangChain, and those of providers that it hands on: `image_url`, `source`, `file` and `input_audio`. */
function partOf(part: Record<string, unknown>): Parameters<typeof contentOf>[0][number] {
  const { type, text } = part
  if (type === 'text' && typeof text === 'string') return text
  const inner = Object(part.image_url ?? part.source ?? part.file ?? part.input_audio ?? part)
  const { mimeType, mime_type = mimeType, media_type = mime_type } = { ...part, ...inner }
  const { data = inner.file_data ?? inner.url, filename } = { ...(part.metadata as object), ...inner }
  const address = typeof part.image_url === 'string' ? part.image_url : data
  return { kind: String(media_type ?? type), data: address, name: filename }
}

const described = new WeakMap<object, EmbeddedTool>()

/** A tool as a session knows it: one of the graph, or one by which the model answers; none if the provider runs it. */
export function embeddedTool(tool: ClientTool | ServerTool): readonly EmbeddedTool[] {
  const known = described.get(tool)
  if (known) return [known]
  if (isFunction(tool)) {
    const { name, description, parameters } = tool.function
    return [{ name, description, input: parameters, ends: 'answer' }]
  }
  if (!('name' in tool && 'schema' in tool)) return []
  const { name, description, schema } = tool as { name: string; description: string; schema: Schema }
  const made = { name, description, input: inputOf(schema) }
  described.set(tool, made)
  return [made]
}

/** How LangChain asks for data from a model that is not held to a schema. */
interface AnswerTool {
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: JsonObject }
}

function isFunction(tool: object): tool is AnswerTool {
  return 'function' in tool && isJsonObject(tool.function as JsonValue)
}

/** The name by which a model calls a tool; undefined for a tool of the provider without one. */
export function nameOf(tool: ClientTool | ServerTool): string | undefined {
  const { name } = (isFunction(tool) ? tool.function : tool) as { readonly name?: string }
  return name
}

type Schema = Parameters<typeof toJsonSchema>[0] & {
  readonly '~standard'?: { readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): unknown } }
}

/** What the model may write, as the schema's own library describes it, if it can. */
function inputOf(schema: Schema): JsonObject {
  const described =
    schema['~standard']?.jsonSchema?.input({ target: 'draft-2020-12' }) ?? toJsonSchema(schema)
  return isJsonObject(described as JsonValue) ? (described as JsonObject) : {}
}
