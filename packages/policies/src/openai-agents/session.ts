import type { JsonValue } from '@skill-state/protocol'
import type { ReasonedMessage } from '../ai-sdk/model-message.ts'
import { contentText } from '../policy.ts'

/** The items of OpenAI Agents, as far as its rules read them. */
export type AgentItem =
  | { readonly type: 'message'; readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'function_call'
      readonly callId: string
      readonly name: string
      readonly arguments: JsonValue
    }
  | {
      readonly type: 'function_call_result'
      readonly callId: string
      readonly name: string
      readonly output: string
    }
  | { readonly type: 'compaction' }

/** The items that it asks the provider to compact, at this number. */
const COMPACTION_CANDIDATES = 10

/** The items of a message: reasoning, its text if it has one or no calls, and each call. */
export function toAgentItems(message: ReasonedMessage): readonly AgentItem[] {
  const { role, calls = [], callId = '', tool: name = 'unknown', reasoning } = message
  const content = contentText(message)
  if (role === 'tool') return [{ type: 'function_call_result', callId, name, output: content }]
  const said: AgentItem = { type: 'message', role, content }
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning } as const]),
    ...(content === '' && calls.length > 0 ? [] : [said]),
    ...calls.map(
      ({ id = '', name, arguments: input }): AgentItem => ({
        type: 'function_call',
        callId: id,
        name,
        arguments: input,
      }),
    ),
  ]
}

/**
 * What a run of OpenAI Agents 0.20.0 sends of a session's history and a new input. Calls of the history without a result
 * go, and reasoning before them; results without a call stay. Of calls and results that share an id, the newest content
 * stays: of a call at the first place, of a result at the last. A `callModelInputFilter` sees the items before this.
 */
export function sessionInput(
  history: readonly AgentItem[],
  input: readonly AgentItem[],
  filter: (items: readonly AgentItem[]) => readonly AgentItem[] = (items) => items,
): readonly AgentItem[] {
  const answered = new Set(
    [...history, ...input].flatMap((item) => (item.type === 'function_call_result' ? [item.callId] : [])),
  )
  const goes = history.map((item) => item.type === 'function_call' && !answered.has(item.callId))
  const kept = history.filter((item, at) => {
    if (item.type !== 'reasoning') return goes[at] !== true
    const next = history.findIndex((other, after) => after > at && other.type !== 'reasoning')
    return goes[next] !== true
  })
  return newestContent(filter([...kept, ...input]))
}

/** `removeAllTools`: texts alone stay, and compactions. */
export function removeAllTools(items: readonly AgentItem[]): readonly AgentItem[] {
  return items.filter(({ type }) => type === 'message' || type === 'compaction')
}

/** Whether `OpenAIResponsesCompactionSession` asks the provider to compact these items, all of them. */
export function asksForCompaction(items: readonly AgentItem[]): boolean {
  const candidates = items.filter(
    (item) => item.type !== 'compaction' && !(item.type === 'message' && item.role === 'user'),
  )
  return candidates.length >= COMPACTION_CANDIDATES
}

function newestContent(items: readonly AgentItem[]): readonly AgentItem[] {
  const newest = new Map<string, AgentItem>()
  const places = new Map<string, number>()
  for (const [at, item] of items.entries()) {
    const key = keyOf(item)
    if (key === undefined) continue
    newest.set(key, item)
    if (item.type === 'function_call_result' || !places.has(key)) places.set(key, at)
  }
  return items.flatMap((item, at) => {
    const key = keyOf(item)
    if (key === undefined) return [item]
    return places.get(key) === at ? [newest.get(key) ?? item] : []
  })
}

function keyOf(item: AgentItem): string | undefined {
  return 'callId' in item && item.callId !== '' ? `${item.type} ${item.callId}` : undefined
}
