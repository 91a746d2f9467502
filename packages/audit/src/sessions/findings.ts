import type { SessionUsage } from './session.ts'
import type { StateFigures } from './state-sizes.ts'

/** A value that a call needed, and where it had come from. */
export interface Fact {
  readonly value: string
  /** The id of the tool call that needed it, if it has one. */
  readonly call: string | undefined
  /** Which model call of the session that is, from 1. */
  readonly callNumber: number
  readonly time: string | undefined
  /** The number of the compaction or clearing after which it was no longer shown. */
  readonly cut: number
  /** The first source: `user`, `host`, or the id of the tool call that gave it. */
  readonly source: string
  /** The tool that needed it. */
  readonly tool: string
}

export interface Judged extends Fact {
  readonly reason: string
}

/** A fact that was out of sight and came back before it was needed. */
export interface Refound extends Fact {
  readonly by: 'tool' | 'user' | 'host'
}

/** A compaction or clearing as it happened. Tokens are undefined if nothing tells them. */
export interface CutFigures {
  /** Counts compactions and clearings each for itself, from 1, unless the host numbers them. */
  readonly index: number
  readonly kind: 'compaction' | 'clearing'
  readonly trigger: string | undefined
  readonly time: string | undefined
  readonly callNumber: number
  /** The host's own counts. */
  readonly hostBefore: number | undefined
  readonly hostAfter: number | undefined
  /** The bills of the calls before and after it. */
  billedBefore: number | undefined
  billedAfter: number | undefined
  /** What the file shows: messages and characters. Undefined if it begins with the compaction. */
  readonly shownBefore: number | undefined
  shownAfter: number
  readonly charsBefore: number
  charsAfter: number
  /** Values from before it that were needed after it, by what became of them. */
  kept: number
  lost: number
  unknown: number
  refound: number
  /** The model calls that found values again, and their tokens. */
  costCalls: number
  costTokens: number
  /** Why the file cannot be believed here. */
  doubt: string | undefined
}

export interface Judgement extends StateFigures {
  readonly start: string | undefined
  readonly end: string | undefined
  readonly calls: number
  /** Calls that an earlier file holds too. Nothing of them is counted again. */
  readonly copiedCalls: number
  readonly cuts: readonly CutFigures[]
  /** Needed values that had come from a source, once a call. */
  readonly needs: number
  readonly lost: readonly Judged[]
  readonly unknown: readonly Judged[]
  readonly refound: readonly Refound[]
  /** Billed tokens of each prompt, for a timeline. */
  readonly prompts: readonly (number | undefined)[]
  /** Characters of each prompt in the file. */
  readonly meanPromptChars: number
}

export interface SessionAudit extends Judgement {
  readonly file: string
  readonly format: string
  readonly version: string | undefined
  /** The session is of a newer version than the reader was tested with. */
  readonly isNewer: boolean
  readonly id: string | undefined
  readonly project: string | undefined
  readonly records: number
  readonly unknownKinds: Readonly<Record<string, number>>
  readonly damage: readonly string[]
  readonly notes: readonly string[]
  readonly usage: SessionUsage
}
