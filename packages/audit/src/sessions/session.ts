import type { JsonObject } from '@skill-state/protocol'
import type { RecordedUsage, ToolCall } from '../episode.ts'

/** What a host recorded of one model call. `promptTokens` include cached tokens, read or written. */
export interface SessionUsage extends RecordedUsage {
  readonly cacheWriteTokens: number
  readonly cost?: number | undefined
}

/**
 * A message that the host sent to the model. `host`: text that the host adds once, such as a skill or a hook's context.
 * `context`: text that the host adds to each window again, which no compaction can lose. `summary`: written by a compaction.
 */
export interface SessionMessage {
  readonly role: 'system' | 'user' | 'host' | 'context' | 'assistant' | 'tool' | 'summary'
  readonly content: string
  readonly calls?: readonly ToolCall[] | undefined
  /** Of a tool's result: the call that it answers. */
  readonly callId?: string | undefined
  /** Numbers of the records that it was read from, ascending. */
  readonly records: readonly number[]
  /** Of a model call: an id that copies of it in other files share. */
  readonly id?: string | undefined
  /** Another id by which copies of it in later files know it. */
  readonly alias?: string | undefined
  readonly time?: string | undefined
  readonly usage?: SessionUsage | undefined
  /** A compaction sent an earlier message once more. */
  readonly again?: boolean | undefined
  /** Why the file does not tell whether the model was shown this. The content is empty if the file lacks that too. */
  readonly unsure?: string | undefined
}

/** A message in the model's sight, without its text. */
export interface Shown extends Pick<SessionMessage, 'role' | 'callId' | 'records'> {
  readonly chars: number
}

/** What took messages out of the model's sight. */
export interface Cut {
  readonly kind: 'compaction' | 'clearing'
  /** The number that the host gives this compaction, if it gives any. */
  readonly index?: number | undefined
  readonly trigger?: string | undefined
  /** The host's own counts. */
  readonly tokensBefore?: number | undefined
  readonly tokensAfter?: number | undefined
  readonly time?: string | undefined
  /** The messages in sight that stay there. Those of the role `system` stay anyway. */
  readonly keep: (shown: readonly Shown[]) => readonly Shown[]
}

export type SessionEvent =
  | { readonly kind: 'message'; readonly message: SessionMessage }
  | { readonly kind: 'cut'; readonly cut: Cut }
  /** From here on the file does not tell whether earlier messages, or earlier results alone, are still shown. */
  | { readonly kind: 'doubt'; readonly reason: string; readonly role?: 'tool' | undefined }

/** Reads the records of one session twice: first all of them to find the active branch, then all to play it. */
export interface SessionReader {
  /** Returns the tool calls of the record, on whatever branch. */
  index(record: JsonObject, number: number): readonly ToolCall[]
  play(record: JsonObject, number: number): void
  end?(): void
}

export interface SessionFormat {
  readonly id: string
  /** The newest version of the host that this was tested with, if its files name one. */
  readonly tested: string | undefined
  recognises(record: JsonObject): boolean
  reader(tape: Tape): SessionReader
}

/** Takes what a reader finds: tells each event, and holds what it learned about the session. */
export class Tape {
  onEvent: (event: SessionEvent) => void = () => {}
  version: string | undefined
  id: string | undefined
  project: string | undefined
  /** Tokens of all branches, without those of sub-agents. */
  usage: SessionUsage = NO_USAGE
  readonly unknown: Map<string, number> = new Map()
  readonly notes: Set<string> = new Set()

  add(message: SessionMessage): void {
    if (message.content !== '' || message.role === 'assistant' || message.role === 'tool' || message.unsure)
      this.onEvent({ kind: 'message', message })
  }

  cut(cut: Cut): void {
    this.onEvent({ kind: 'cut', cut })
  }

  doubt(reason: string, role?: 'tool'): void {
    this.onEvent({ kind: 'doubt', reason, role })
  }

  /** Adds what a call used; nothing is known of some. */
  bill(usage: SessionUsage | undefined): void {
    if (usage !== undefined) this.usage = sumUsage(this.usage, usage)
  }

  count(kind: string): void {
    this.unknown.set(kind, (this.unknown.get(kind) ?? 0) + 1)
  }
}

const NO_USAGE: SessionUsage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
}

function sumUsage(a: SessionUsage, b: SessionUsage): SessionUsage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cost: a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0),
  }
}

/** A record of a session, or what is damaged in its place. */
export type Entry = { readonly record: JsonObject } | { readonly damage: string }

/** One session on the disk. `entries` may be read twice and gives the same both times. */
export interface Source {
  readonly file: string
  readonly format: SessionFormat
  readonly entries: () => AsyncIterable<Entry>
}
