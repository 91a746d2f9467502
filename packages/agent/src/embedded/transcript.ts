import { hash } from 'node:crypto'
import type { JsonValue, Part } from '@skill-state/protocol'
import { resultText } from '@skill-state/tools'
import type { SeedEntry } from '../session/seed.ts'

export interface EntryCall {
  readonly id: string
  readonly tool: string
  readonly input: JsonValue
}

/** One entry of a framework's transcript, whatever its own messages look like. */
export type Entry =
  /** `id` is the framework's own name for the message, if it has one: a second delivery is then ignored. */
  | {
      readonly by: 'user'
      readonly text: string
      readonly parts?: readonly Part[] | undefined
      readonly id?: string | undefined
    }
  | { readonly by: 'assistant'; readonly text: string; readonly calls?: readonly EntryCall[] | undefined }
  /**
   * `denied`: a person did not allow the call, and `result` is their reason. `handoff`: the call has handed the conversation
   * over to another agent.
   */
  | {
      readonly by: 'tool'
      readonly call: string
      readonly result: JsonValue | undefined
      readonly parts?: readonly Part[] | undefined
      readonly outcome?: 'failed' | 'denied' | 'handoff' | undefined
    }

/** Entries that the framework does not hand over again. The last one is of the assistant. */
export interface Earlier {
  /** Names their last message of the user; empty if there is none. */
  readonly id: string
  readonly count: number
  /** Whose each entry is, by its first letter, and its characters: `u35 a20 t400`. */
  readonly sizes: string
}

/** A message of the user that is new. */
export interface NewMessage {
  readonly text: string
  readonly parts?: readonly Part[] | undefined
  /** A digest of it and the framework's own id, or of the user's messages up to it. */
  readonly id: string
  /** True if another message of the same text may have the same id: it came without anything before it. */
  readonly isAlone: boolean
}

/** What the framework says that has happened since its last answer of the model. */
export interface News {
  readonly results: readonly Extract<Entry, { by: 'tool' }>[]
  readonly messages: readonly NewMessage[]
  /** Ids of the user's messages before, newest first. */
  readonly before: readonly string[]
  /** What the model is told with the messages. */
  readonly notice?: string | undefined
}

/** What is needed of entries that are not handed over again. */
export function earlierOf(transcript: readonly Entry[]): Earlier {
  const sizes = transcript.map((entry) => `${entry.by.charAt(0)}${textOfEntry(entry).length}`)
  const { digest: id = '' } = new Messages().of(transcript).at(-1) ?? {}
  return { id, count: transcript.length, sizes: sizes.join(' ') }
}

/** What is new: the entries after the last one of the assistant. `seen` may be of an earlier part of the transcript. */
export function newsOf(
  transcript: readonly Entry[],
  earlier: Earlier | undefined,
  seen: Messages = new Messages(),
): News {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  const said = seen.of(transcript, earlier)
  const told = transcript.slice(from)
  const isFirst = from === 0 && earlier === undefined
  const count = told.filter(isMessage).length
  const before = said.slice(0, said.length - count).map(({ id }) => id)
  if (earlier?.id) before.unshift(earlier.id)
  return {
    results: told.flatMap((entry) => (entry.by === 'tool' ? [entry] : [])),
    messages: said.slice(said.length - count).map(({ entry, id }) => {
      return { text: entry.text, parts: entry.parts, id, isAlone: isFirst && entry.id === undefined }
    }),
    before: before.reverse(),
  }
}

type UserEntry = Extract<Entry, { by: 'user' }>

function isMessage(entry: Entry): entry is UserEntry {
  return entry.by === 'user' && (entry.text.trim() !== '' || entry.parts !== undefined)
}

interface Place {
  readonly entry: UserEntry
  /** Its text, and the data of its parts. */
  readonly said: string
  /** Of the user's messages up to this one. */
  readonly digest: string
  readonly id: string
}

/**
 * The user's messages in a transcript with their digests. It keeps those of the last transcript: a step has all messages of the step
 * before, and to compare texts that are the very same takes next to nothing.
 */
export class Messages {
  #begin = ''
  #places: Place[] = []

  of(transcript: readonly Entry[], earlier?: Earlier): readonly Place[] {
    const { id: begin = '' } = earlier ?? {}
    if (begin !== this.#begin) this.#places = []
    this.#begin = begin
    let count = 0
    for (const entry of transcript) {
      if (!isMessage(entry)) continue
      const said = entry.parts ? [entry.text, ...entry.parts.map(({ data }) => data)].join('\n') : entry.text
      const known = this.#places[count]
      if (known?.said !== said || known.entry.id !== entry.id) {
        this.#places.length = count
        const digest = digestOf(`${this.#places.at(-1)?.digest ?? begin}\n${said}`)
        // An edited message may keep its own id.
        const id = entry.id === undefined ? digest : digestOf(`${entry.id}: ${said}`)
        this.#places.push({ entry, said, digest, id })
      }
      count += 1
    }
    this.#places.length = count
    return this.#places
  }
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 32)
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
    return [{ by: 'tool', tool, input, text: resultText(entry.result), parts: entry.parts }]
  })
}

/** All that an entry says. */
export function textOfEntry(entry: Entry): string {
  if (entry.by === 'user') return entry.text
  if (entry.by === 'tool') return resultText(entry.result)
  return entry.text + (entry.calls ?? []).map(({ tool, input }) => tool + JSON.stringify(input)).join('')
}
