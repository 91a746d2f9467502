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

/** An image or a file beside a text. */
export interface Part {
  readonly type: 'image' | 'file'
  /** Such as `image/png`. */
  readonly mediaType: string
  /** Its bytes in base64. */
  readonly data: string
  /** A file's name. */
  readonly name?: string | undefined
}

/** A message of a prompt, in the roles that providers know. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  /** `parts` are shown after the text, to a model that reads their media types; see `Capabilities.sees`. */
  | { readonly role: 'user'; readonly text: string; readonly parts?: readonly Part[] | undefined }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ToolUse[] | undefined }
  /** The result of a call. It follows the message that has the call. */
  | { readonly role: 'tool'; readonly id: string; readonly text: string }

/** What a model is asked. A text is one message of the user. */
export type Prompt = string | readonly Message[]

/** All texts of a prompt as one: for what counts or searches. Messages are a blank line apart. */
export function promptText(prompt: Prompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(messageText).join('\n\n')
}

/** The images and files of a prompt. */
export function promptParts(prompt: Prompt): readonly Part[] {
  if (typeof prompt === 'string') return []
  return prompt.flatMap((message) => (message.role === 'user' ? (message.parts ?? []) : []))
}

/** UTF-16 units of all texts of a prompt, and of its images and files in base64. */
export function promptLength(prompt: Prompt): number {
  if (typeof prompt === 'string') return prompt.length
  const parts = promptParts(prompt).reduce((sum, { data }) => sum + data.length, 0)
  return prompt.reduce((sum, message) => sum + messageText(message).length, parts)
}

function messageText(message: Message): string {
  const calls = message.role === 'assistant' ? (message.calls ?? []) : []
  return [message.text, ...calls.map(({ name, input }) => JSON.stringify({ [name]: input }))].join('\n')
}
