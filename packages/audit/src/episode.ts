import type { JsonValue } from '@skill-state/protocol'
import { canonicalJson } from './json/canonical.ts'
import type { PolicyMessage } from './policies/policy.ts'

/** One call of a tool, as an assistant message holds it. */
export interface ToolCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: JsonValue
}

/** What the provider reported for one model call. Input tokens include cached ones. */
export interface RecordedUsage {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cachedTokens: number
}

/** A message that the agent saw or wrote. */
export interface Message extends PolicyMessage {
  readonly calls?: readonly ToolCall[] | undefined
  /** Of a tool message: the tool whose result it is. */
  readonly tool?: string | undefined
  /** Of a tool message: the call that it answers. */
  readonly callId?: string | undefined
  readonly error?: boolean | undefined
  readonly usage?: RecordedUsage | undefined
  readonly cost?: number | undefined
}

/** A recorded episode: the agent's view of it, whatever format it came in. */
export interface Episode {
  readonly taskId?: string | undefined
  readonly reward?: number | undefined
  /** The system prompt, if the recording holds it. */
  readonly prompt?: string | undefined
  readonly messages: readonly Message[]
  /** Messages of the recording that the agent never saw. */
  readonly notShown: number
  /** What is odd about the recording, in sentences for a person. */
  readonly notes: readonly string[]
}

/** The text of a message as a prompt shows it. */
export function textOf(message: Message): string {
  if (message.role !== 'assistant') return message.content
  const calls = (message.calls ?? []).map((call) => `${call.name}(${canonicalJson(call.arguments)})`)
  return [...(message.content === '' ? [] : [message.content]), ...calls].join('\n')
}
