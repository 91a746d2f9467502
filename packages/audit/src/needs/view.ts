import type { Episode, Message } from '../episode.ts'
import { occursIn } from './occurrence.ts'
import { searchableStrings } from './searchable.ts'

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
  /** Whether a message is evidence: a user message, or a tool result that is no echo of the model's own notes. */
  readonly isSource: (index: number) => boolean
  /** The indices of all messages in which a value occurs, ascending. */
  readonly placesOf: (value: string) => Places
  /** Those of them that are sources. */
  readonly sourcesOf: (value: string) => Places
}

export function viewOf(episode: Episode, stateTools: ReadonlySet<string>): View {
  const { messages } = episode
  const source = messages.map(
    ({ role, tool }) => role === 'user' || (role === 'tool' && !stateTools.has(tool ?? '')),
  )
  const strings: (readonly string[] | undefined)[] = []
  const find = (value: string): Places =>
    Uint32Array.from(
      messages.flatMap((message, index) => {
        strings[index] ??= searchableStrings(message)
        return strings[index].some((text) => occursIn(value, text)) ? [index] : []
      }),
    )
  const isSource = (index: number): boolean => source[index] === true
  const placesOf = remembered(find)
  return {
    messages,
    calls: callsOf(messages),
    isSource,
    placesOf,
    sourcesOf: remembered((value) => placesOf(value).filter(isSource)),
  }
}

/** The part of ascending places that is before an index. */
export function placesBefore(places: Places, index: number): Places {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return places.subarray(0, low)
}

function remembered(find: (value: string) => Places): (value: string) => Places {
  const known = new Map<string, Places>()
  return (value) => {
    const found = known.get(value) ?? find(value)
    known.set(value, found)
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
