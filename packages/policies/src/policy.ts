import type { JsonValue } from '@skill-state/protocol'

export interface PolicyCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: JsonValue
}

/** What a context policy reads of a message. */
export interface PolicyMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /** The text of the message; of an assistant message, without its tool calls. */
  readonly content: string
  /** Of an assistant message: what it thought before it answered, if the recording has it. */
  readonly reasoning?: string | undefined
  readonly calls?: readonly PolicyCall[] | undefined
  /** Of a tool message: the tool whose result it is. */
  readonly tool?: string | undefined
  readonly callId?: string | undefined
  readonly error?: boolean | undefined
  /** A policy replaced the content by a placeholder. */
  readonly cleared?: true | undefined
}

/**
 * Chooses what a model sees of the messages before a call. Pure. An unchanged message is the same object; a changed one is a copy, with
 * the fields that its source has beside these.
 */
export type ContextPolicy = (
  messages: readonly PolicyMessage[],
) => readonly PolicyMessage[] | Promise<readonly PolicyMessage[]>

/**
 * Follows a transcript as it grows: gets the messages that came, and gives the prompt as the number of messages that it has in
 * common with the one before, and those after them.
 */
export type FollowTranscript = (added: readonly PolicyMessage[]) => {
  readonly same: number
  readonly rest: readonly PolicyMessage[]
}

/** A policy as the command line, the reports and the documentation know it. */
export interface PolicyRecord {
  readonly id: string
  readonly description: string
  /** The installed package that decides. Undefined: this package does. */
  readonly library?: { readonly name: string; readonly version: string } | undefined
  readonly show: ContextPolicy
  /** The same as `show` for each beginning of a transcript in turn, in time that does not grow with its length. */
  readonly follow?: (() => FollowTranscript) | undefined
}
