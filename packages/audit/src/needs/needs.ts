import { leavesOf } from '@skill-state/protocol/evidence'
import type { Message } from '../episode.ts'
import { occursIn } from './occurrence.ts'
import { piecesIn } from './pieces.ts'
import { type Call, type Places, placesBefore, type View } from './view.ts'

/** Where a needed value came from, by what the agent had seen before the call. */
type NeedClass = 'inP' | 'never' | 'sourced' | 'assistantOnly'

/** A value that a call needed: a text in the arguments of its tool calls. */
export interface Need {
  readonly call: Call
  readonly value: string
  readonly class: NeedClass
  /** Whether a tool that changes something needed it. */
  readonly write: boolean
  /** Indices of the messages before the call in which it occurs, ascending. */
  readonly places: Places
  /** Those of them that are sources. */
  readonly sources: Places
}

/** The two readings of each figure: needs of all tools, and needs of write tools alone. */
export type Reading = 'all' | 'write'

/** A value shorter than this is too common to be told from its surroundings. */
const FEWEST_CHARS = 4

/** Words in a row, as no command, path or address has them. */
const PROSE = /(?:\b[A-Za-z']+,? ){4}/

export interface NeedOptions {
  readonly prompt: string
  readonly stateTools: ReadonlySet<string>
  /** By default those that the recording tells. */
  readonly writeTools: ReadonlySet<string> | undefined
  /** Whether the facts inside commands, paths, addresses and code are needs too. Default false. */
  readonly pieces?: boolean | undefined
}

/** The needs of an episode, by call, then by value. A value counts once per call. */
export function needsOf(view: View, options: NeedOptions): readonly Need[] {
  const writeTools = options.writeTools ?? view.writeTools
  const inPrompt = new Map<string, boolean>()
  const isInPrompt = (value: string): boolean => {
    const known = inPrompt.get(value) ?? occursIn(value, options.prompt)
    inPrompt.set(value, known)
    return known
  }
  return view.calls.flatMap((call) => {
    const message = view.messages[call.index] as Message
    const written = argumentsOf(
      message,
      (tool) => writeTools.has(tool) && !options.stateTools.has(tool),
      options.pieces,
    )
    const values = argumentsOf(message, (tool) => !options.stateTools.has(tool), options.pieces)
    return [...values].sort().map((value) => {
      const places = placesBefore(view.placesOf(value), call.index)
      const sources = placesBefore(view.sourcesOf(value), call.index)
      const write = written.has(value)
      return { call, value, class: classOf(isInPrompt(value), places, sources), write, places, sources }
    })
  })
}

/** The needs that a reading counts. */
export function inReading(needs: readonly Need[], reading: Reading): readonly Need[] {
  return reading === 'all' ? needs : needs.filter(({ write }) => write)
}

function argumentsOf(
  message: Message,
  counts: (tool: string) => boolean,
  pieces = false,
): ReadonlySet<string> {
  const leaves = (message.calls ?? [])
    .filter(({ name }) => counts(name))
    .flatMap((call) => leavesOf(call.arguments))
  const texts = leaves.filter(({ isKey, text }) => !isKey && text.length >= FEWEST_CHARS)
  return new Set(
    texts.flatMap(({ text }) => [
      text,
      ...(pieces && !PROSE.test(text) ? piecesIn(text).map((piece) => piece.text) : []),
    ]),
  )
}

function classOf(inPrompt: boolean, places: Places, sources: Places): NeedClass {
  if (inPrompt) return 'inP'
  if (places.length === 0) return 'never'
  return sources.length > 0 ? 'sourced' : 'assistantOnly'
}
