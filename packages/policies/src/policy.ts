import type { JsonValue } from '@skill-state/protocol'

/** One call of a tool in an assistant message. */
export interface PolicyCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: JsonValue
}

/** What a context policy reads of a message. Any message type with these fields can go through a policy. */
export interface PolicyMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /** The text of the message, or its text blocks; of an assistant message, without its tool calls. */
  readonly content: string | readonly string[]
  readonly calls?: readonly PolicyCall[] | undefined
  /** Of a tool message: the tool whose result it is. */
  readonly tool?: string | undefined
  /** Of a tool message: the call that it answers. */
  readonly callId?: string | undefined
  readonly error?: boolean | undefined
  /** A policy replaced the content by a placeholder. */
  readonly cleared?: true | undefined
}

/**
 * Chooses what a model sees of the messages before a call. Pure: the same messages give the same answer.
 * A message that is shown unchanged is the same object; a changed one is a copy.
 */
export type ContextPolicy = <M extends PolicyMessage>(messages: readonly M[]) => readonly M[]

/** A policy as the command line, the reports and the documentation know it. */
export interface PolicyRecord {
  readonly id: string
  readonly description: string
  readonly show: ContextPolicy
}

/** The whole text of a message, its blocks one after the other. */
export function contentText({ content }: PolicyMessage): string {
  return typeof content === 'string' ? content : content.join('')
}
