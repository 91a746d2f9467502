import { createHash } from 'node:crypto'
import type { JsonValue } from '@skill-state/protocol'
import { resultText } from '@skill-state/tools'
import type { SeedEntry } from '../session/seed.ts'

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
  /**
   * `denied`: a person did not allow the call, and `result` is their reason. `handoff`: the call has handed the conversation
   * over to another agent.
   */
  | {
      readonly by: 'tool'
      readonly call: string
      readonly result: JsonValue | undefined
      readonly outcome?: 'failed' | 'denied' | 'handoff' | undefined
    }

/** Entries that the framework does not hand over again. The last one is of the assistant. */
export interface Earlier {
  /** Another one if any of the entries is. */
  readonly id: string
  readonly count: number
  /** Whose each entry is, by its first letter, and its characters: `u35 a20 t400`. */
  readonly sizes: string
}

/** What the framework says that has happened since its last answer of the model. */
export interface News {
  readonly results: readonly Extract<Entry, { by: 'tool' }>[]
  readonly messages: readonly { readonly text: string; readonly id?: string | undefined }[]
}

/** What is needed of entries that are not handed over again. */
export function earlierOf(transcript: readonly Entry[]): Earlier {
  const sizes = transcript.map((entry) => `${entry.by.charAt(0)}${textOfEntry(entry).length}`)
  return { id: digestOf(transcript), count: transcript.length, sizes: sizes.join(' ') }
}

/**
 * The entries after the last one of the assistant. A message without an id gets one from the transcript up to it, if that
 * holds a conversation; a message without a past keeps none.
 */
export function newsOf(transcript: readonly Entry[], earlier?: Earlier): News {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  const tail = transcript.slice(from)
  return {
    results: tail.flatMap((entry) => (entry.by === 'tool' ? [entry] : [])),
    messages: tail.flatMap((entry, index) => {
      if (entry.by !== 'user' || entry.text.trim() === '') return []
      const isFirst = from === 0 && earlier === undefined
      const { text, id = isFirst ? undefined : digestOf(transcript.slice(0, from + index + 1), earlier) } =
        entry
      return [{ text, id }]
    }),
  }
}

function digestOf(transcript: readonly Entry[], earlier?: Earlier): string {
  const text = (earlier?.id ?? '') + JSON.stringify(transcript)
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Stands in an entry for a part that is no text: the model is told of it in one line. */
export function notShown(kind: string): string {
  return `[${kind}: not shown, because this agent reads text only]`
}

/**
 * What was said before the news, for a session that begins inside of a chat. One that begins with a handoff is shown what led
 * to it; the message is its news.
 */
export function seedIn(transcript: readonly Entry[]): readonly SeedEntry[] {
  const last = transcript.at(-1)
  const asked = transcript.findLastIndex(({ by }) => by === 'user')
  const before =
    last?.by === 'tool' && last.outcome === 'handoff'
      ? transcript.toSpliced(asked, 1)
      : transcript.slice(0, transcript.findLastIndex(({ by }) => by === 'assistant') + 1)
  const calls = before.flatMap((entry) => (entry.by === 'assistant' ? (entry.calls ?? []) : []))
  return before.flatMap((entry): SeedEntry[] => {
    if (entry.by === 'user') return [entry]
    if (entry.by === 'assistant') return entry.text === '' ? [] : [{ by: 'agent', text: entry.text }]
    const { tool = 'a tool', input = null } = calls.find(({ id }) => id === entry.call) ?? {}
    return [{ by: 'tool', tool, input, text: resultText(entry.result) }]
  })
}

/** All that an entry says. */
export function textOfEntry(entry: Entry): string {
  if (entry.by === 'user') return entry.text
  if (entry.by === 'tool') return resultText(entry.result)
  return entry.text + (entry.calls ?? []).map(({ tool, input }) => tool + JSON.stringify(input)).join('')
}
