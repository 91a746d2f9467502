import type { PromptLayout, SummaryRequestLayout, SummaryView, Turn } from '@skill-state/protocol'
import { ACTION_LINE } from '../turns/transcript-prompt.ts'
import { turnsText } from '../turns/turn-text.ts'

/** What a summarising runtime carries: what was written of the turns that have left, and the turns since. */
export interface Memory {
  /** Empty until turns have left. */
  readonly summary: string
  /** Oldest first. */
  readonly turns: readonly Turn[]
}

const HEADING = '\n\nSummarized History:\n'
const TURNS = { heading: '\n\nRecent History:\n', label: 'Response: ' } as const

const NEW_TURNS = { heading: '\n\nNew turns:\n', label: 'Response: ' } as const

/** The paper has no text for this request; this one is ours. Its first line tells it from a request for an action. */
const summaryRequestLayout: SummaryRequestLayout = {
  opening:
    'Bring the summary of a task up to date: later steps see it in place of the turns.\n\nInstructions:\n',
  summary: '\n\nSummary so far:\n',
  turns: NEW_TURNS,
  closing:
    '\nKeep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only',
}

export const memoryLayout: PromptLayout = {
  heading: HEADING,
  carries: 'summary',
  turns: TURNS,
  observation: 'last',
  replies: { [ACTION_LINE]: 'action-line' },
  summaryRequest: summaryRequestLayout,
}

/**
 * The prompt of Appendix A.2, to the character of the paper's listing: one blank line before and after the turns, and no line break at
 * the end. An empty summary leaves its line empty.
 */
export function buildMemoryPrompt(
  instructions: string,
  { summary, turns }: Memory,
  observation: string,
): string {
  const context = `${HEADING}${summary}${TURNS.heading}${turnsText(turns, TURNS.label)}`
  return `Instructions:\n${instructions}${context}\nLatest Observation: ${observation}${ACTION_LINE}`
}

export function buildSummaryRequest({ instructions, summary, turns, maxChars }: SummaryView): string {
  const { opening, summary: soFar, closing } = summaryRequestLayout
  const limit = maxChars === undefined ? '' : `, in at most ${maxChars} characters`
  const shown = `${soFar}${summary}${NEW_TURNS.heading}${turnsText(turns, NEW_TURNS.label)}`
  return `${opening}${instructions}${shown}${closing}${limit}.`
}
