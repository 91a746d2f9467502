import type { PolicyCall, PolicyMessage } from '@skill-state/policies'
import { canonicalJson } from './json/canonical.ts'

export type ToolCall = PolicyCall

/** What the provider reported for one model call. Input tokens include cached ones. */
export interface RecordedUsage {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cachedTokens: number
}

export interface Message extends PolicyMessage {
  readonly role: 'user' | 'assistant' | 'tool'
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
  /** Tools that change something, if the format or the recording tells. */
  readonly writeTools?: readonly string[] | undefined
  /** Messages of the recording that the agent never saw. */
  readonly notShown: number
  /** What is odd about the recording, in sentences for a person. */
  readonly notes: readonly string[]
}

/** The text of a message as a prompt shows it. */
export function textOf(message: PolicyMessage): string {
  if (message.role !== 'assistant') return message.content
  const calls = (message.calls ?? []).map((call) => `${call.name}(${canonicalJson(call.arguments)})`)
  return [...(message.content === '' ? [] : [message.content]), ...calls].join('\n')
}
