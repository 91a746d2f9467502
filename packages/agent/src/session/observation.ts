import { fold, type JsonValue } from '@skill-state/protocol'

export type CallOutcome = 'done' | 'failed' | 'denied' | 'unknown' | 'waiting'

/** What a step of a turn shows beside the state. */
export interface TurnView {
  /** The message being answered; shown in every prompt of its turn. */
  readonly message?: string | undefined
  /** Calls of this turn, oldest first; the newest few are shown, one line each. */
  readonly calls: readonly {
    readonly tool: string
    readonly input: JsonValue
    readonly outcome: CallOutcome
  }[]
  /** What just came: results of the last step, or the text after a denial. */
  readonly results: readonly string[]
  /** What the runtime has to say: in doubt with old and new value, stopped, repeated, rejected. */
  readonly notices: readonly string[]
  /** Earlier messages, if `recent` is set, oldest first. */
  readonly recent: readonly { readonly by: 'user' | 'agent'; readonly text: string }[]
}

/** Most UTF-16 units of each part. */
export interface ViewLimits {
  readonly maxMessageChars: number
  /** Of all results together. */
  readonly maxResultChars: number
  readonly recent: number
}

/** Most UTF-16 units of an earlier message, of a call, and of all notices together. */
export const RECENT_CHARS = 600
const CALL_CHARS = 160
const NOTICE_CHARS = 1_200
/** Most calls; of more, the newest are shown. */
const MOST_CALLS = 8
/** Most results and most notices; of more, the newest are shown. */
const MOST_TEXTS = 8
/** Least that a bound of one text can be. */
const LEAST_CHARS = 64

/** The results of several calls are in the order of the calls. */
const RESULT = (at: number, count: number): string =>
  count > 1 ? `Result: [${at + 1} of ${count}] ` : 'Result: '

const CALLS = 'Calls since this message, oldest first:'

/**
 * O_t of an agent: the message being answered, the calls since, what just came, and what the runtime has to say. Only the
 * words here begin a line; each further line of a text from outside begins with `> ` (see `fold`), so no message, result
 * or input can pass for another part. At most `maxObservationChars(limits)` UTF-16 units.
 */
export function observationText(view: TurnView, limits: ViewLimits): string {
  const calls = newest(view.calls, MOST_CALLS)
  const parts = [
    newest(view.recent, limits.recent).map(
      ({ by, text }) => `[earlier] ${by}: ${fold(text.replaceAll(/\s+/g, ' '), RECENT_CHARS)}`,
    ),
    view.message === undefined ? [] : [`The user says: ${fold(view.message, messageChars(limits))}`],
    calls.length === 0 ? [] : [CALLS, ...calls.map(callLine)],
    texts(RESULT, view.results, limits.maxResultChars),
    texts(() => 'Notice: ', view.notices, NOTICE_CHARS),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** The result that an `observationText` shows, as it was before it was folded; undefined if it shows none. */
export function resultIn(text: string): string | undefined {
  const folded = /(?:^|\n)Result: ([^\n]*(?:\n> [^\n]*)*)/.exec(text)?.[1]
  return folded?.replaceAll(/(\r\n|[\n\v\f\r\u0085\u2028\u2029])> /g, '$1')
}

/** Most UTF-16 units of `observationText`, whatever it is given. */
export function maxObservationChars(limits: ViewLimits): number {
  const chars = [
    limits.recent * ('[earlier] agent: \n'.length + RECENT_CHARS),
    'The user says: '.length + messageChars(limits),
    CALLS.length + MOST_CALLS * ('\n- unknown: '.length + CALL_CHARS),
    MOST_TEXTS * 'Result: [8 of 8] \n'.length + Math.max(limits.maxResultChars, MOST_TEXTS * LEAST_CHARS),
    MOST_TEXTS * 'Notice: \n'.length + NOTICE_CHARS,
  ]
  return chars.reduce((sum, each) => sum + each + '\n\n'.length, 0)
}

/** With room for what `fold` says it left out. */
const messageChars = ({ maxMessageChars }: ViewLimits): number => Math.max(maxMessageChars, LEAST_CHARS)

function newest<T>(all: readonly T[], most: number): readonly T[] {
  return all.slice(Math.max(0, all.length - most))
}

function callLine({ tool, input, outcome }: TurnView['calls'][number]): string {
  return `- ${outcome}: ${fold(`${tool} ${JSON.stringify(input)}`, CALL_CHARS)}`
}

/** Several texts under one bound, of which each gets its share. */
function texts(
  head: (at: number, count: number) => string,
  all: readonly string[],
  most: number,
): readonly string[] {
  const shown = newest(all, MOST_TEXTS)
  const share = Math.max(LEAST_CHARS, Math.floor(most / shown.length))
  return shown.map((text, at) => head(at, shown.length) + fold(text, share))
}
