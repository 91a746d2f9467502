/**
 * How a prompt asks for the reply: reasoning and a fenced JSON block (A.4), a last line `Action: <cmd>` (A.1, A.2),
 * such a line after one of `StateUpdate: {…}` (A.3), or one JSON object with the reasoning in it, with or without a
 * patch; as A.4 with the whole next state in the place of the patch; or lines `Memory: {…}`, each a call of the memory tool,
 * before a last line `Action: <cmd>` or in its place.
 */
export type ReplyFormat =
  | 'json-block'
  | 'action-line'
  | 'state-update'
  | 'json-object'
  | 'json-action'
  | 'whole-state'
  | 'memory-calls'

/**
 * The fixed texts of a runtime's prompt. The runtime writes them, and the model `reference` finds the parts of a prompt
 * by them. Every prompt begins with `Instructions:` and ends with `Latest Observation:` and a reply text.
 */
export interface PromptLayout {
  /** Stands after the instructions. It tells one layout from another. */
  readonly heading: string
  /** What follows the heading: `memory` is calls of the memory tool with their answers. If undefined, the turns follow at once. */
  readonly carries?: 'state' | 'summary' | 'memory' | undefined
  /** How turns are shown; undefined if the prompt shows none. */
  readonly turns?: TurnsLayout | undefined
  /**
   * Which `Latest Observation: ` below the heading is the real one. A JSON state cannot contain that line, so the first
   * is; an observation in a history can, so there it is the last.
   */
  readonly observation: 'first' | 'last'
  /** The texts that may follow the observation, from their beginning, and the format that each asks for. */
  readonly replies: Readonly<Record<string, ReplyFormat>>
  /** How the runtime asks for a summary; undefined if it never does. */
  readonly summaryRequest?: SummaryRequestLayout | undefined
}

interface TurnsLayout {
  /** Stands before the turns, after what the prompt carries. Undefined if nothing does. */
  readonly heading?: string | undefined
  /** Stands before each response. */
  readonly label: string
}

/** The fixed texts of a request for a summary, in their order. */
export interface SummaryRequestLayout {
  /** The request begins with it; the instructions follow. */
  readonly opening: string
  /** The summary so far follows. */
  readonly summary: string
  /** The turns to be summarised follow. */
  readonly turns: TurnsLayout & { readonly heading: string }
  /** Ends the request, apart from the limit. */
  readonly closing: string
}
