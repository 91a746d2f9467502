import type { AgentInputItem, ModelRequest } from '@openai/agents'
import { type Earlier, type EmbeddedTool, type Entry, earlierOf, notShown } from '@skill-state/agent/embedded'
import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import { outcomeOf } from './outcome.ts'

/** What the first item of a run on a `stateSession` says. */
interface Mark {
  /** The id of the session. */
  readonly skillStateSession: string
  readonly earlier?: Earlier | undefined
}

/**
 * The items for a run: those up to the reply before the last message are in the first item, which names the session. The SDK
 * copies and compares each item several times for each call of the model. An item that it adds in a turn moves no other one
 * there, which it checks when it resumes a run.
 */
export function packed(session: string, items: readonly AgentInputItem[]): AgentInputItem[] {
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
    return [{ by: 'tool', call: item.callId, ...outcomeOf(textOf(item.output)) }]
  }
  if (item.type !== undefined && item.type !== 'message') return []
  const { id } = item as { id?: string }
  if (item.role === 'user') return [{ by: 'user', text: textOf(item.content), id }]
  return item.role === 'assistant' ? [{ by: 'assistant', text: textOf(item.content) }] : []
}

/** As far as it is read. */
interface Part {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
}

/** The texts among the parts of an item, and a line for each part that is not text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = (Array.isArray(content) ? content : [content]) as readonly Part[]
  return parts
    .map(({ type, text, refusal }) => text ?? refusal ?? notShown(type.replace('input_', '')))
    .join('\n')
}

/** The tools and handoffs of a run that the SDK executes. Throws `invalid-option` for what a state cannot have. */
export function toolsOf({ tools, handoffs, prompt }: ModelRequest): readonly EmbeddedTool[] {
  if (prompt !== undefined)
    throw invalid("prompt: a stored prompt hides the state: write the agent's instructions instead")
  const functions = tools.flatMap((tool): EmbeddedTool[] => {
    if (tool.type === 'hosted_tool') return []
    if (tool.type !== 'function') {
      throw invalid(
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

function invalid(message: string): SkillStateError {
  return new SkillStateError('invalid-option', message)
}
