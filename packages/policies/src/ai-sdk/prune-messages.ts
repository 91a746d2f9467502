import type { ModelMessage, Part } from './model-message.ts'

type Window = 'all' | 'before-last-message' | `before-last-${number}-messages`

export interface PruneMessages {
  readonly reasoning?: 'all' | 'before-last-message' | 'none' | undefined
  readonly toolCalls?:
    | Window
    | 'none'
    | readonly { readonly type: Window; readonly tools?: readonly string[] | undefined }[]
    | undefined
  readonly emptyMessages?: 'keep' | 'remove' | undefined
}

/** `pruneMessages` of AI SDK 7.0.173: reasoning first, then each rule for tool calls, then empty messages. */
export function pruneMessages<M extends ModelMessage>(
  given: readonly M[],
  { reasoning = 'none', toolCalls = [], emptyMessages = 'remove' }: PruneMessages = {},
): readonly M[] {
  let messages = reasoning === 'none' ? given : withoutReasoning(given, reasoning)
  const rules = typeof toolCalls === 'string' ? [{ type: toolCalls }] : toolCalls
  for (const { type, ...rule } of rules) {
    if (type !== 'none') messages = withoutCalls(messages, { type, ...rule })
  }
  return emptyMessages === 'keep' ? messages : messages.filter(({ content }) => content.length > 0)
}

function withoutReasoning<M extends ModelMessage>(
  messages: readonly M[],
  reasoning: 'all' | 'before-last-message',
): readonly M[] {
  const end = reasoning === 'all' ? messages.length : messages.length - 1
  return messages.map((message, at) =>
    message.role === 'assistant' && at < end ? keepParts(message, (part) => !isReasoning(part)) : message,
  )
}

function withoutCalls<M extends ModelMessage>(
  messages: readonly M[],
  { type, tools }: { readonly type: Window; readonly tools?: readonly string[] | undefined },
): readonly M[] {
  const window = Math.max(0, messages.length - windowOf(type))
  const shown = new Set(messages.slice(window).flatMap(toolParts).map(keyOf))
  const all = messages.flatMap(toolParts)
  const names = new Map(all.flatMap((part) => ('toolName' in part ? [[part.toolCallId, part.toolName]] : [])))
  const calls = new Map(
    all.flatMap((part) =>
      part.type === 'tool-approval-request' ? [[part.approvalId, part.toolCallId]] : [],
    ),
  )
  // An approval that is shown keeps its call.
  for (const [approval, call] of calls) if (shown.has(`approval ${approval}`)) shown.add(`call ${call}`)
  const isKept = (part: Part): boolean => {
    if (!isToolPart(part) || shown.has(keyOf(part))) return true
    const name = 'toolName' in part ? part.toolName : names.get(calls.get(part.approvalId) ?? '')
    return tools !== undefined && name !== undefined && !tools.includes(name)
  }
  return messages.map((message, at) => {
    if (at >= window || (message.role !== 'assistant' && message.role !== 'tool')) return message
    if (typeof message.content === 'string') return message
    const kept = message.content.map(isKept)
    if (message.role === 'assistant') dropLoneReasoning(message.content, kept)
    return keepParts(message, (_, part) => kept[part] === true)
  })
}

/** Reasoning goes with the parts up to the next reasoning, if there are any and all of them go. */
function dropLoneReasoning(parts: readonly Part[], kept: boolean[]): void {
  for (let start = parts.findIndex(isReasoning); start >= 0 && start < parts.length; ) {
    const next = (from: number, wanted: boolean): number => {
      const found = parts.findIndex((part, at) => at >= from && isReasoning(part) === wanted)
      return found < 0 ? parts.length : found
    }
    const end = next(start, false)
    const following = next(end, true)
    if (end < following && !kept.slice(end, following).includes(true)) kept.fill(false, start, end)
    start = following
  }
}

function keepParts<M extends ModelMessage>(message: M, isKept: (part: Part, at: number) => boolean): M {
  return typeof message.content === 'string'
    ? message
    : { ...message, content: message.content.filter(isKept) }
}

/** The number of messages at the end that a rule leaves alone. */
function windowOf(type: Window): number {
  if (type === 'all') return 0
  return type === 'before-last-message' ? 1 : Number(/^before-last-(.*)-messages$/.exec(type)?.[1])
}

type ToolPart = Exclude<Part, { type: 'text' | 'reasoning' | 'reasoning-file' }>

function toolParts({ role, content }: ModelMessage): readonly ToolPart[] {
  const hasTools = (role === 'assistant' || role === 'tool') && typeof content !== 'string'
  return hasTools ? content.filter(isToolPart) : []
}

function isToolPart(part: Part): part is ToolPart {
  return part.type.startsWith('tool-')
}

function isReasoning(part: Part): boolean {
  return part.type === 'reasoning' || part.type === 'reasoning-file'
}

function keyOf(part: ToolPart): string {
  return 'toolCallId' in part && part.type !== 'tool-approval-request'
    ? `call ${part.toolCallId}`
    : `approval ${(part as { approvalId: string }).approvalId}`
}
