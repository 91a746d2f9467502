import type { JsonObject } from '../json.ts'

/** Something that a model may call in place of writing a text. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  /** JSON Schema (2020-12) of the input. Guides the model and holds it to nothing. */
  readonly parameters: JsonObject
}

/** A call that a model made earlier. */
interface ToolUse {
  /** Names the call; its result has the same id. */
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

/** A message of a prompt, in the roles that providers know. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ToolUse[] | undefined }
  /** The result of a call. It follows the message that has the call. */
  | { readonly role: 'tool'; readonly id: string; readonly text: string }

/** What a model is asked. A text is one message of the user. */
export type Prompt = string | readonly Message[]

/** All texts of a prompt as one: for what counts or searches. Messages are a blank line apart. */
export function promptText(prompt: Prompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(messageText).join('\n\n')
}

/** UTF-16 units of all texts of a prompt. */
export function promptLength(prompt: Prompt): number {
  if (typeof prompt === 'string') return prompt.length
  return prompt.reduce((sum, message) => sum + messageText(message).length, 0)
}

function messageText(message: Message): string {
  const calls = message.role === 'assistant' ? (message.calls ?? []) : []
  return [message.text, ...calls.map(({ name, input }) => JSON.stringify({ [name]: input }))].join('\n')
}
