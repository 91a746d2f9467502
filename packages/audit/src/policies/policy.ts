/** What a context policy reads of a message. Any message type with these fields can go through a policy. */
export interface PolicyMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  /** The text of the message; of an assistant message, without its tool calls. */
  readonly content: string
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
