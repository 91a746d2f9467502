import type { PolicyMessage } from '@skill-state/policies'
import { type Leaf, leavesOf, parseStructure } from '@skill-state/protocol/evidence'
import type { Episode, Message, ToolCall } from '../episode.ts'
import { finderIn, occursIn, wordsOf } from './occurrence.ts'

/** A model call: an assistant message that answers something. */
export interface Call {
  /** 0 for the first call of the episode. */
  readonly number: number
  /** The index of the assistant message; the messages before it were there when the model was called. */
  readonly index: number
  /** The index of the first message of its observation, which ends before `index`. */
  readonly start: number
}

/** Indices of messages, ascending. Parts of them share their memory. */
export type Places = Uint32Array

/** An episode as the audit reads it: its calls, its sources, and where each value occurs. */
export interface View {
  readonly messages: readonly Message[]
  readonly calls: readonly Call[]
  /** The system prompt of each call. */
  readonly prompt: string
  readonly isInPrompt: (value: string) => boolean
  /** Tools that change something, as far as the recording tells. */
  readonly writeTools: ReadonlySet<string>
  /** Whether a message is evidence: a user message, or a tool result that is no echo of the model's own notes. */
  readonly isSource: (index: number) => boolean
  /** The indices of all sources in which a value occurs, ascending. */
  readonly sourcesOf: (value: string) => Places
  /** The messages before an index in which a value occurs, ascending, and those of them that are sources. */
  readonly seenBefore: (value: string, index: number) => { readonly places: Places; readonly sources: Places }
  /** The number of calls whose message is not behind one. */
  readonly callsUpTo: (message: number) => number
  /** What the JSON result of a message holds; `undefined` of any other message. */
  readonly resultAt: (index: number) => Result | undefined
}

/** The leaves of a JSON result. */
interface Result {
  /** Those of a text, which is a key's, a string's or a number's. */
  readonly of: (text: string) => readonly Leaf[]
  /** Those that contain a value among other text. */
  readonly around: (value: string) => readonly Leaf[]
}

export function viewOf(
  episode: Episode,
  stateTools: ReadonlySet<string>,
  prompt: string = episode.prompt ?? '',
): View {
  const { messages } = episode
  const words = wordsOf(messages.flatMap(({ calls = [] }) => calls.flatMap(textsOf)))
  const results = messages.map((message) => resultLeaves(message))
  const owned = messages.flatMap((message, index) =>
    searchableStrings(message, results[index]).map((text) => ({ index, text })),
  )
  const find = finderIn(
    owned.map(({ text }) => text),
    words,
  )
  const isSource = (index: number): boolean => {
    const { role, tool = '' } = messages[index] ?? {}
    return role === 'user' || (role === 'tool' && !stateTools.has(tool))
  }
  const placesOf = remembered((value: string) =>
    Uint32Array.from(new Set(find(value).map((at) => owned[at]?.index ?? 0))),
  )
  const sourcesOf = remembered((value: string) => placesOf(value).filter(isSource))
  const calls = callsOf(messages)
  return {
    messages,
    calls,
    prompt,
    isInPrompt: remembered((value: string) => occursIn(value, prompt)),
    writeTools: new Set(episode.writeTools),
    isSource,
    sourcesOf,
    seenBefore: (value, index) => ({
      places: before(placesOf(value), index),
      sources: before(sourcesOf(value), index),
    }),
    callsUpTo: (message) => firstAt(calls.length, (at) => (calls[at]?.index ?? 0) > message),
    resultAt: remembered((index: number) => results[index] && resultOf(results[index], words)),
  }
}

/**
 * The strings of a message in which a value can occur: its content, the names and arguments of its calls, and the
 * keys, strings and numbers of a JSON result.
 */
export function searchableStrings(
  message: PolicyMessage,
  leaves: readonly Leaf[] | undefined = resultLeaves(message),
): readonly string[] {
  const parts = (message.calls ?? []).flatMap(({ name, arguments: given }) => [
    name,
    ...leavesOf(given).map(({ text }) => text),
  ])
  return [message.content, ...new Set([...parts, ...(leaves ?? []).map(({ text }) => text)])]
}

/** What a tool's result holds, if that is JSON. */
function resultLeaves({ role, content }: PolicyMessage): readonly Leaf[] | undefined {
  const value = role === 'tool' ? parseStructure(content) : undefined
  return value === undefined ? undefined : leavesOf(value)
}

const textsOf = (call: ToolCall): readonly string[] => leavesOf(call.arguments).map(({ text }) => text)

function resultOf(leaves: readonly Leaf[], words: ReadonlySet<string>): Result {
  const byText = Map.groupBy(leaves, ({ text }) => text)
  const texts = [...byText.keys()]
  const of = (text: string): readonly Leaf[] => byText.get(text) ?? []
  const find = finderIn(texts, words)
  const around = (value: string): readonly Leaf[] =>
    find(value).flatMap((at) => (texts[at] === value ? [] : of(texts[at] ?? '')))
  return { of, around }
}

function before(places: Places, index: number): Places {
  return places.subarray(0, countBefore(places, index))
}

/** How many of ascending places are before an index. */
export function countBefore(places: Places, index: number): number {
  return firstAt(places.length, (at) => (places[at] ?? 0) >= index)
}

/** The first of so many indices for which something is so, if it is so from there on; else their number. */
function firstAt(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

function callsOf(messages: readonly Message[]): readonly Call[] {
  const calls: Call[] = []
  let start = 0
  let answers = false
  messages.forEach(({ role }, index) => {
    if (role !== 'assistant') answers = true
    else {
      if (answers) calls.push({ number: calls.length, index, start })
      start = index + 1
    }
  })
  return calls
}
