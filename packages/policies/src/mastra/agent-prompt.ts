import type { ModelMessage, Part, ReasonedMessage } from '../ai-sdk/model-message.ts'
import { contentText } from '../policy.ts'

type Call = Extract<Part, { type: 'tool-call' }>
type Result = Extract<Part, { type: 'tool-result' }>
type Said = Extract<Part, { type: 'text' | 'reasoning' | 'reasoning-file' }>
/** A part of a message as Mastra stores it: a call lives in one part with its result. */
type StoredCall = { readonly call: Call; readonly result?: Result | undefined }
type Stored = Said | StoredCall | 'step'
interface StoredMessage {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Stored[]
}

/** What Mastra puts first if a prompt would begin with the assistant. */
const OPENING: ModelMessage = { role: 'user', content: [{ type: 'text', text: '.' }] }

/**
 * The prompt that an agent of Mastra 1.71.0 makes of messages given as input. Neighbouring messages of the assistant and of tools are
 * stored as one, in which an id has one call. Empty texts and calls without a result disappear.
 */
export function agentPrompt(messages: readonly ReasonedMessage[]): readonly ModelMessage[] {
  const names = new Map<string, string>()
  const stored: StoredMessage[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const { role, parts } = storedMessage([message], stored, names)
    const last = stored.at(-1)
    if (role === 'user' || last?.role !== 'assistant') stored.push({ role, parts })
    else stored[stored.length - 1] = { role, parts: merged(last.parts, parts) }
  }
  return opened([...systemOf(messages), ...stored.flatMap(modelMessages)])
}

/** The prompt of an agent with a history in its memory: its newest `count` stored messages and the input. Results are stored apart from their calls, with the calls in them. */
export function lastMessages(
  messages: readonly ReasonedMessage[],
  { count, input }: { readonly count: number | false; readonly input: string },
): readonly ModelMessage[] {
  const names = new Map<string, string>()
  const stored: StoredMessage[] = []
  for (const group of groupedResults(messages.filter(({ role }) => role !== 'system'))) {
    stored.push(storedMessage(group, stored, names))
  }
  const kept = stored.slice(count === false ? stored.length : Math.max(0, stored.length - count))
  const asked: ModelMessage = { role: 'user', content: [{ type: 'text', text: input }] }
  const trimmed = kept.map(({ role, parts }) => ({ role, parts: parts.map(trim) }))
  return opened([...trimmed.flatMap(modelMessages), asked])
}

/** Messages that are stored as one: neighbouring results. */
function groupedResults(messages: readonly ReasonedMessage[]): readonly (readonly ReasonedMessage[])[] {
  const groups: ReasonedMessage[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.role === 'tool' && last?.[0]?.role === 'tool') last.push(message)
    else groups.push([message])
  }
  return groups
}

function storedMessage(
  group: readonly ReasonedMessage[],
  before: readonly StoredMessage[],
  names: Map<string, string>,
): StoredMessage {
  const role = group[0]?.role === 'user' ? 'user' : 'assistant'
  return { role, parts: group.flatMap((message) => partsOf(message, before, names)) }
}

function partsOf(
  message: ReasonedMessage,
  before: readonly StoredMessage[],
  names: Map<string, string>,
): readonly Stored[] {
  const { role, callId = '', error, reasoning } = message
  const text = contentText(message)
  if (role === 'tool') {
    const toolName = message.tool ?? names.get(callId) ?? 'unknown'
    const output = { type: error === true ? 'error-text' : 'text', value: text } as const
    const call: Call = { type: 'tool-call', toolCallId: callId, toolName, input: inputOf(callId, before) }
    return [{ call, result: { type: 'tool-result', toolCallId: callId, toolName, output } }]
  }
  const calls = message.calls ?? []
  for (const { id = '', name } of calls) names.set(id, name)
  const isPlain = role === 'assistant' && calls.length === 0 && reasoning === undefined
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning } as const]),
    ...(text !== '' || isPlain ? [{ type: 'text', text } as const] : []),
    ...calls.map(({ id = '', name, arguments: input }) => ({
      call: { type: 'tool-call', toolCallId: id, toolName: name, input } as const,
    })),
  ]
}

/** The newest arguments of a call that are not empty. */
function inputOf(id: string, before: readonly StoredMessage[]): unknown {
  for (const { parts } of before.toReversed()) {
    const found = parts.filter(isCall).find(({ call }) => call.toolCallId === id)
    if (found !== undefined && hasInput(found.call)) return found.call.input
  }
  return {}
}

function hasInput({ input }: Call): boolean {
  return typeof input !== 'object' || input === null || Object.keys(input).length > 0
}

/**
 * The parts of a message with those of the next one. A result joins its call. A call whose id is there marks a place: parts beside
 * it in the next message are put beside it here.
 */
function merged(before: readonly Stored[], next: readonly Stored[]): readonly Stored[] {
  const parts = [...before]
  const places = new Map<number, number>()
  for (const [index, part] of next.entries()) {
    if (!isCall(part)) continue
    const at = parts.findLastIndex((each) => isCall(each) && each.call.toolCallId === part.call.toolCallId)
    const old = parts[at]
    if (old === undefined || !isCall(old)) continue
    if (part.result !== undefined) parts[at] = answered(old, part.call, part.result)
    places.set(index, at)
  }
  let left = -1
  let drift = 0
  for (const [index, part] of next.entries()) {
    if (places.has(index)) continue
    if (places.size === 0) {
      push(parts, next, part, parts.length)
      continue
    }
    const marked = [...places.keys()]
    const from = marked.findLast((place) => place < index) ?? -1
    const to = places.get(marked.find((place) => place > index) ?? -1) ?? parts.length
    if (from !== left) drift = 0
    left = from
    const at = from === -1 ? index + drift : (places.get(from) ?? 0) + index - from + drift
    if (at > to || parts.slice(at, to).some((each) => keyOf(each) === keyOf(part))) continue
    const count = push(parts, next, part, at)
    if (count > 0) drift += count - 1
    for (const [place, there] of places) if (there >= at) places.set(place, there + count)
  }
  return parts
}

/** Inserts a part, unless there are as many like it as in the next message; a text after a call begins a step. */
function push(parts: Stored[], next: readonly Stored[], part: Stored, at: number): number {
  const like = (some: readonly Stored[]): number => some.filter((each) => keyOf(each) === keyOf(part)).length
  if (like(parts) >= like(next)) return 0
  const last = parts.at(-1)
  const isText = typeof part === 'object' && 'type' in part && part.type === 'text'
  const inserted: Stored[] = isText && last !== undefined && isCall(last) ? ['step', part] : [part]
  parts.splice(at, 0, ...inserted)
  return inserted.length
}

function answered(old: StoredCall, { input }: Call, result: Result): StoredCall {
  const call = { ...old.call, input: { ...(old.call.input as object), ...(input as object) } }
  return { call, result: { ...result, toolName: call.toolName } }
}

function isCall(part: Stored): part is StoredCall {
  return typeof part === 'object' && 'call' in part
}

/** By this, parts are alike. */
function keyOf(part: Stored): string {
  if (part === 'step') return part
  if (isCall(part)) return `call ${part.call.toolCallId} ${part.result === undefined}`
  return `${part.type} ${part.text ?? ''}`
}

function trim(part: Stored): Stored {
  return typeof part === 'object' && 'type' in part && part.type === 'text'
    ? { ...part, text: part.text.trim() }
    : part
}

/** A message for each step, and one for the results of its calls. */
function modelMessages({ role, parts }: StoredMessage): readonly ModelMessage[] {
  // An empty text is shown only if the assistant says nothing else.
  const isSilent = role === 'assistant' && parts.every(isEmpty)
  const steps: (Said | StoredCall)[][] = [[]]
  for (const part of parts) {
    if (part === 'step') steps.push([])
    else if (isCall(part)) {
      if (part.result !== undefined) steps.at(-1)?.push(part)
    } else if (isSilent || !isEmpty(part)) {
      const last = steps.at(-1)?.at(-1)
      if (last !== undefined && isCall(last)) steps.push([])
      steps.at(-1)?.push(part)
    }
  }
  return steps.flatMap((step): readonly ModelMessage[] => {
    const content = step.map((part): Part => (isCall(part) ? part.call : part))
    const results = step.flatMap((part): readonly Part[] =>
      isCall(part) && part.result !== undefined ? [part.result] : [],
    )
    return [
      ...(content.length > 0 ? [{ role, content }] : []),
      ...(results.length > 0 ? [{ role: 'tool', content: results } as const] : []),
    ]
  })
}

function isEmpty(part: Stored): boolean {
  return typeof part === 'object' && 'type' in part && part.type === 'text' && part.text.trim() === ''
}

function systemOf(messages: readonly ReasonedMessage[]): readonly ModelMessage[] {
  return messages.flatMap((message) =>
    message.role === 'system' ? [{ role: 'system', content: contentText(message) } as const] : [],
  )
}

function opened(prompt: readonly ModelMessage[]): readonly ModelMessage[] {
  const first = prompt.findIndex(({ role }) => role !== 'system')
  return prompt[first]?.role === 'assistant' ? prompt.toSpliced(first, 0, OPENING) : prompt
}
