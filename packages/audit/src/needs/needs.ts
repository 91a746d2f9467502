import type { JsonValue } from '@skill-state/protocol'
import { leavesOf } from '@skill-state/protocol/evidence'
import { piecesIn } from './pieces.ts'
import type { Call, Places, View } from './view.ts'

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
  readonly stateTools: ReadonlySet<string>
  /** By default those that the recording tells. */
  readonly writeTools: ReadonlySet<string> | undefined
  /** Whether the facts inside commands, paths, addresses and code are needs too. Default false. */
  readonly pieces?: boolean | undefined
}

/** The needs of an episode, by call, then by value. A value counts once per call. */
export function needsOf(view: View, options: NeedOptions): readonly Need[] {
  const writeTools = options.writeTools ?? view.writeTools
  return view.calls.flatMap((call) => {
    const isWritten = new Map<string, boolean>()
    for (const { name, arguments: given } of view.messages[call.index]?.calls ?? []) {
      if (options.stateTools.has(name)) continue
      for (const value of valuesIn(given, options.pieces))
        isWritten.set(value, isWritten.get(value) === true || writeTools.has(name))
    }
    return [...isWritten.keys()].sort().map((value) => {
      const { places, sources } = view.seenBefore(value, call.index)
      const write = isWritten.get(value) === true
      return { call, value, class: classOf(view.isInPrompt(value), places, sources), write, places, sources }
    })
  })
}

/** The needs that a reading counts. */
export function inReading(needs: readonly Need[], reading: Reading): readonly Need[] {
  return reading === 'all' ? needs : needs.filter(({ write }) => write)
}

function valuesIn(given: JsonValue, pieces = false): readonly string[] {
  return leavesOf(given).flatMap(({ isKey, text }) => {
    if (isKey || text.length < FEWEST_CHARS) return []
    return pieces && !PROSE.test(text) ? [text, ...piecesIn(text).map((piece) => piece.text)] : [text]
  })
}

function classOf(inPrompt: boolean, places: Places, sources: Places): NeedClass {
  if (inPrompt) return 'inP'
  if (places.length === 0) return 'never'
  return sources.length > 0 ? 'sourced' : 'assistantOnly'
}
