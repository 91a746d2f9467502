import type { AgentInputItem, ModelRequest, Session } from '@openai/agents'
import {
  contentOf,
  type Earlier,
  type EmbeddedTool,
  type Entry,
  earlierOf,
} from '@skill-state/agent/embedded'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import { outcomeOf } from './outcome.ts'

/** What the first item of a run on a `stateSession` says. */
interface Mark {
  readonly skillStateSession: string
  readonly earlier?: Earlier | undefined
}

/**
 * The items for a run: those up to the reply before the last message are in the first item, which names the session. The SDK
 * copies and compares each item several times for each call of the model. An item that it adds in a turn moves no other one
 * there, which it checks when it resumes a run.
 */
function packed(session: string, items: readonly AgentInputItem[]): AgentInputItem[] {
  const last = items.findLastIndex((item) => roleOf(item) === 'user')
  const from = items.slice(0, Math.max(0, last)).findLastIndex((item) => roleOf(item) === 'assistant') + 1
  const earlier = from === 0 ? undefined : earlierOf(transcriptOf(items.slice(0, from)))
  const mark: Mark = { skillStateSession: session, earlier }
  return [{ type: 'unknown', providerData: { ...mark } }, ...items.slice(from)]
}

function roleOf(item: AgentInputItem): string | undefined {
  return 'role' in item ? item.role : undefined
}

/** What the items of a run say of its session; undefined if they are not of a `stateSession`. */
export function markIn(input: ModelRequest['input']): Mark | undefined {
  const marks = typeof input === 'string' ? [] : input.map(({ providerData }) => providerData)
  return marks.find((data) => typeof data?.skillStateSession === 'string') as Mark | undefined
}

/** The items of a run as the agent reads them. System messages, reasoning and unknown items stay out. */
export function transcriptOf(input: ModelRequest['input']): readonly Entry[] {
  return typeof input === 'string' ? [{ by: 'user', text: input }] : input.flatMap(entriesOf)
}

function entriesOf(item: AgentInputItem): readonly Entry[] {
  if (item.type === 'function_call') {
    const call = { id: item.callId, tool: item.name, input: JSON.parse(item.arguments || '{}') as JsonObject }
    return [{ by: 'assistant', text: '', calls: [call] }]
  }
  if (item.type === 'function_call_result') {
    const { text, parts } = partsOf(item.output)
    return [{ by: 'tool', call: item.callId, ...outcomeOf(text), parts }]
  }
  if (item.type !== undefined && item.type !== 'message') return []
  const { id } = item as { id?: string }
  if (item.role === 'user') return [{ by: 'user', ...partsOf(item.content), id }]
  return item.role === 'assistant' ? [{ by: 'assistant', text: partsOf(item.content).text }] : []
}

/** As far as it is read. */
interface ItemPart {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
  readonly image?: unknown
  readonly file?: unknown
  readonly audio?: unknown
  readonly format?: string
  readonly filename?: string
  readonly data?: unknown
  readonly mediaType?: string
}

/** The texts among the parts of an item, its images and its files. */
function partsOf(content: unknown): ReturnType<typeof contentOf> {
  if (typeof content === 'string') return { text: content, parts: undefined }
  return contentOf((Array.isArray(content) ? content : [content]).map(partOf))
}

function partOf(part: ItemPart): Parameters<typeof contentOf>[0][number] {
  const { type, text, refusal, image, file = image, audio = file, format, filename: name } = part
  if (text !== undefined || refusal !== undefined) return text ?? refusal ?? ''
  const kind = format ? `audio/${format}` : type.replace('input_', '')
  const { data = audio, mediaType = kind, filename = name } = Object(audio) as Partial<ItemPart>
  return { kind: mediaType, data, name: filename }
}

/** The tools and handoffs of a run that the SDK executes. Throws `invalid-option` for what a state cannot have. */
export function toolsOf({ tools, handoffs, prompt }: ModelRequest): readonly EmbeddedTool[] {
  if (prompt !== undefined)
    throw invalidOption("prompt: a stored prompt hides the state: write the agent's instructions instead")
  const functions = tools.flatMap((tool): EmbeddedTool[] => {
    if (tool.type === 'hosted_tool') return []
    if (tool.type !== 'function') {
      throw invalidOption(
        `tools: ${tool.type} answers with pictures or patches of its own, which a state cannot keep: give it as a function tool`,
      )
    }
    const { name, description, parameters } = tool
    return [{ name, description, input: parameters as unknown as JsonObject }]
  })
  const others = handoffs.map(({ toolName, toolDescription, inputJsonSchema }): EmbeddedTool => {
    const { type = 'object', ...input } = inputJsonSchema as unknown as JsonObject
    return { name: toolName, description: toolDescription, input: { type, ...input }, ends: 'handoff' }
  })
  return [...functions, ...others]
}

/**
 * A session of the SDK that names itself to the model, so that one agent serves many sessions. A run gets the last turn as it
 * is, and what is needed of the turns before it as one item. Your own session keeps every item: read it for your user
 * interface. The state is in the store of the agent, under the same id.
 */
export function stateSession<S extends Session>(session: S): S {
  const getItems: S['getItems'] = async (...given) => {
    const [limit] = given
    const items = await session.getItems(...given)
    return limit === undefined ? packed(await session.getSessionId(), items) : items
  }
  return new Proxy(session, {
    get(target, name) {
      if (name === 'getItems') return getItems
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
