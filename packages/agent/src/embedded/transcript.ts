import { createHash } from 'node:crypto'
import type { JsonValue } from '@skill-state/protocol'
import { resultText } from '@skill-state/tools'

/** A call as a framework holds it. */
export interface EntryCall {
  readonly id: string
  readonly tool: string
  readonly input: JsonValue
}

/** One entry of a framework's transcript, whatever its own messages look like. */
export type Entry =
  /** `id` is the framework's own name for the message, if it has one: a second delivery is then ignored. */
  | { readonly by: 'user'; readonly text: string; readonly id?: string | undefined }
  | { readonly by: 'assistant'; readonly text: string; readonly calls?: readonly EntryCall[] | undefined }
  /** `denied`: a person did not allow the call, and `result` is their reason. */
  | {
      readonly by: 'tool'
      readonly call: string
      readonly result: JsonValue | undefined
      readonly outcome?: 'failed' | 'denied' | undefined
    }

/** An entry, or the part of it, that no prompt of the step shows. */
export interface DroppedEntry {
  /** Place in the transcript, from 0. */
  readonly index: number
  readonly by: Entry['by']
  readonly chars: number
}

/** What the framework says that has happened since its last answer of the model. */
export interface News {
  readonly results: readonly Extract<Entry, { by: 'tool' }>[]
  readonly messages: readonly { readonly text: string; readonly id?: string | undefined }[]
}

/**
 * The entries after the last one of the assistant. A message without an id gets one from the transcript up to it, if that
 * holds a conversation; a message without a past keeps none.
 */
export function newsOf(transcript: readonly Entry[]): News {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  const tail = transcript.slice(from)
  return {
    results: tail.flatMap((entry) => (entry.by === 'tool' ? [entry] : [])),
    messages: tail.flatMap((entry, index) => {
      if (entry.by !== 'user' || entry.text.trim() === '') return []
      const { text, id = from === 0 ? undefined : digestOf(transcript.slice(0, from + index + 1)) } = entry
      return [{ text, id }]
    }),
  }
}

function digestOf(transcript: readonly Entry[]): string {
  return createHash('sha256').update(JSON.stringify(transcript)).digest('hex').slice(0, 32)
}

/** The entries since the last one of the assistant that the prompts show whole. */
export function shownIn(transcript: readonly Entry[], prompts: readonly string[]): readonly Entry[] {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  return transcript
    .slice(from)
    .filter((entry) => prompts.some((prompt) => prompt.includes(textOfEntry(entry))))
}

/** The entries that the prompts do not show whole. */
export function droppedFrom(
  transcript: readonly Entry[],
  prompts: readonly string[],
): readonly DroppedEntry[] {
  const shown = new Set(shownIn(transcript, prompts))
  return transcript.flatMap((entry, index) =>
    shown.has(entry) ? [] : [{ index, by: entry.by, chars: textOfEntry(entry).length }],
  )
}

function textOfEntry(entry: Entry): string {
  if (entry.by === 'user') return entry.text
  if (entry.by === 'tool') return resultText(entry.result)
  return entry.text + (entry.calls ?? []).map(({ tool, input }) => tool + JSON.stringify(input)).join('')
}
