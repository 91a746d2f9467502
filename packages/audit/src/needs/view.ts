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

/** An episode as the audit reads it: its calls, its sources, and where each value occurs. */
export interface View {
  readonly messages: readonly Message[]
  readonly calls: readonly Call[]
  /** Whether a message is evidence: a user message, or a tool result that is no echo of the model's own notes. */
  readonly isSource: (index: number) => boolean
  /** The indices of all messages in which a value occurs, ascending. */
  readonly placesOf: (value: string) => readonly number[]
}

export function viewOf(episode: Episode, stateTools: ReadonlySet<string>): View {
  const { messages } = episode
  const source = messages.map(
    ({ role, tool }) => role === 'user' || (role === 'tool' && !stateTools.has(tool ?? '')),
  )
  const strings: (readonly string[] | undefined)[] = []
  const places = new Map<string, readonly number[]>()
  const find = (value: string): readonly number[] =>
    messages.flatMap((message, index) => {
      strings[index] ??= searchableStrings(message)
      return strings[index].some((text) => occursIn(value, text)) ? [index] : []
    })
  return {
    messages,
    calls: callsOf(messages),
    isSource: (index) => source[index] === true,
    placesOf: (value) => {
      const known = places.get(value) ?? find(value)
      places.set(value, known)
      return known
    },
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
