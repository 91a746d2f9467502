import type { AgentInputItem, ModelRequest } from '@openai/agents'
import type { EmbeddedTool, Entry } from '@skill-state/agent/embedded'
import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import { outcomeOf } from './outcome.ts'

/** What the first item of a run on a `stateSession` says. */
interface Mark {
  /** The id of the session. */
  readonly skillStateSession: string
  /** The entries before the last turn, as JSON: the SDK copies and compares each item several times for each call. */
  readonly earlier: string
}

/**
 * The items for a run: all turns but the last one are packed into an item that names the session. An item that the SDK adds
 * in a turn comes after the same items as before it, which the SDK checks when it resumes a run.
 */
export function packed(session: string, items: readonly AgentInputItem[]): AgentInputItem[] {
  const last = items.findLastIndex((item) => 'role' in item && item.role === 'user')
  const from = last === -1 ? items.length : last
  const mark: Mark = {
    skillStateSession: session,
    earlier: JSON.stringify(transcriptOf(items.slice(0, from))),
  }
  return [{ type: 'unknown', providerData: { ...mark } }, ...items.slice(from)]
}

/** The id of the session that the items of a run name. */
export function sessionIn(input: ModelRequest['input']): string | undefined {
  if (typeof input === 'string') return undefined
  for (const item of input) {
    const mark = markOf(item)
    if (mark) return mark.skillStateSession
  }
  return undefined
}

function markOf({ type, providerData }: AgentInputItem): Mark | undefined {
  return type === 'unknown' && typeof providerData?.['skillStateSession'] === 'string'
    ? (providerData as unknown as Mark)
    : undefined
}

/** The items of a run as the agent reads them. System messages, reasoning and unknown items stay out. */
export function transcriptOf(input: ModelRequest['input']): readonly Entry[] {
  return typeof input === 'string' ? [{ by: 'user', text: input }] : input.flatMap(entriesOf)
}

function entriesOf(item: AgentInputItem): readonly Entry[] {
  const mark = markOf(item)
  if (mark) return JSON.parse(mark.earlier) as readonly Entry[]
  if (item.type === 'function_call') {
    const call = { id: item.callId, tool: item.name, input: JSON.parse(item.arguments || '{}') as JsonObject }
    return [{ by: 'assistant', text: '', calls: [call] }]
  }
  if (item.type === 'function_call_result') {
    return [{ by: 'tool', call: item.callId, ...outcomeOf(textOf(item.output)) }]
  }
  if (item.type !== undefined && item.type !== 'message') return []
  const { id } = item as { id?: string }
  if (item.role === 'user') return [{ by: 'user', text: textOf(item.content), id }]
  return item.role === 'assistant' ? [{ by: 'assistant', text: textOf(item.content) }] : []
}

/** The texts among the parts of an item. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = (Array.isArray(content) ? content : [content]) as readonly { readonly text?: unknown }[]
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

/** The tools and handoffs of a run. Throws `invalid-option` for what a state prompt cannot ask for. */
export function toolsOf({ tools, handoffs, outputType, prompt }: ModelRequest): readonly EmbeddedTool[] {
  if (outputType !== 'text')
    throw invalid('outputType: an agent on a state answers in text: leave it out, and read the state')
  if (prompt !== undefined)
    throw invalid("prompt: a stored prompt hides the state: write the agent's instructions instead")
  const functions = tools.map((tool): EmbeddedTool => {
    if (tool.type !== 'function') {
      throw invalid(
        `tools: ${tool.type} is executed by the provider, which a state prompt cannot ask for: leave it out`,
      )
    }
    const { name, description, parameters } = tool
    return { name, description, input: parameters as unknown as JsonObject }
  })
  const others = handoffs.map(({ toolName, toolDescription, inputJsonSchema }): EmbeddedTool => {
    const { type = 'object', ...input } = inputJsonSchema as unknown as JsonObject
    return { name: toolName, description: toolDescription, input: { type, ...input } }
  })
  return [...functions, ...others]
}

function invalid(message: string): SkillStateError {
  return new SkillStateError('invalid-option', message)
}
