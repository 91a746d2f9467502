import { type ModelMessage, type Part, partsOf } from '../ai-sdk/model-message.ts'

export interface ToolCallFilter {
  /** Tools whose calls go. By default all; none if the list is empty. */
  readonly exclude?: readonly string[] | undefined
  /** Calls of this many newest steps stay. By default the calls of the current run stay. */
  readonly filterAfterToolSteps?: number | undefined
  /** Puts a result's text in the place of its call, if the tool gave the model an output of its own. */
  readonly preserveModelOutput?: boolean | undefined
}

/** What a run's calls of the filter share: the calls that were there at the first one. */
export interface FilterRun {
  history?: ReadonlySet<string>
}

/** `ToolCallFilter` of Mastra 1.71.0 on a prompt. */
export function filterToolCalls(
  prompt: readonly ModelMessage[],
  { exclude, filterAfterToolSteps, preserveModelOutput = false }: ToolCallFilter = {},
  run: FilterRun = {},
): readonly ModelMessage[] {
  const stays = filterAfterToolSteps === undefined ? newIn(prompt, run) : newest(prompt, filterAfterToolSteps)
  const goes = new Set<string>()
  for (const part of prompt.flatMap(toolParts)) {
    if (stays.has(part.toolCallId)) continue
    if (exclude === undefined || exclude.includes(part.toolName)) goes.add(part.toolCallId)
  }
  if (goes.size === 0) return prompt
  const texts = preserveModelOutput ? outputsOf(prompt, goes) : new Map<string, string>()
  const called = new Set(prompt.filter(({ role }) => role === 'assistant').flatMap(callIdsOf))
  return prompt.flatMap((message) => {
    if (!toolParts(message).some(({ toolCallId }) => goes.has(toolCallId))) {
      return isOfTools(message) && message.content.length === 0 ? [] : [message]
    }
    const content = partsOf(message).flatMap((part): readonly Part[] => {
      if (!isToolPart(part) || !goes.has(part.toolCallId)) return [part]
      const isPlace =
        part.type === 'tool-call' || (message.role === 'assistant' && !called.has(part.toolCallId))
      const text = isPlace ? texts.get(part.toolCallId) : undefined
      return text === undefined ? [] : [{ type: 'text', text }]
    })
    return content.length === 0 ? [] : [{ ...message, content }]
  })
}

function newIn(prompt: readonly ModelMessage[], run: FilterRun): ReadonlySet<string> {
  const ids = prompt.flatMap(toolParts).map(({ toolCallId }) => toolCallId)
  const history = run.history ?? new Set(ids)
  run.history = history
  return new Set(ids.filter((id) => !history.has(id)))
}

function newest(prompt: readonly ModelMessage[], count: number): ReadonlySet<string> {
  if (count <= 0) return new Set()
  const steps = prompt.filter(({ role }) => role === 'assistant').map(callIdsOf)
  return new Set(
    steps
      .filter((ids) => ids.length > 0)
      .slice(-count)
      .flat(),
  )
}

/** The texts of the results that go, by call, of those that carry an output for the model. */
function outputsOf(prompt: readonly ModelMessage[], goes: ReadonlySet<string>): Map<string, string> {
  const texts = new Map<string, string>()
  for (const part of prompt.flatMap(toolParts)) {
    if (part.type !== 'tool-result' || !goes.has(part.toolCallId)) continue
    const { modelOutput = null } = part.providerOptions?.mastra ?? {}
    const text = modelOutput === null ? undefined : textOf(part.output)
    if (text) texts.set(part.toolCallId, `${part.toolName} result:\n${text}`)
  }
  return texts
}

function textOf(output: unknown): string | undefined {
  if (output === null || output === undefined) return undefined
  if (typeof output !== 'object') return `${output as string | number | boolean}`
  if (Array.isArray(output)) return output.map(textOf).filter(Boolean).join('\n') || JSON.stringify(output)
  const { type, value, text } = output as { type?: unknown; value?: unknown; text?: unknown }
  if (type === 'text' && typeof value === 'string') return value
  if (type === 'text' && typeof text === 'string') return text
  if ('value' in output) return textOf(value)
  return typeof text === 'string' ? text : JSON.stringify(output)
}

type ToolPart = Extract<Part, { type: 'tool-call' | 'tool-result' }>

function isToolPart(part: Part): part is ToolPart {
  return part.type === 'tool-call' || part.type === 'tool-result'
}

function isOfTools({ role }: ModelMessage): boolean {
  return role === 'assistant' || role === 'tool'
}

function toolParts(message: ModelMessage): readonly ToolPart[] {
  return isOfTools(message) ? partsOf(message).filter(isToolPart) : []
}

function callIdsOf(message: ModelMessage): readonly string[] {
  return partsOf(message).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
}
