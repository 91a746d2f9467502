import type { SummaryRequestLayout, SummaryView } from '@skill-state/protocol'
import { turnsText } from '../turns/turn-text.ts'

const TURNS = { heading: '\n\nNew turns:\n', label: 'Response: ' } as const

/**
 * The paper has no text for this request; this one is ours. It begins with another line than the prompts of
 * Appendix A, so that a request for a summary can be told from a request for an action.
 */
export const summaryRequestLayout: SummaryRequestLayout = {
  opening:
    'Bring the summary of a task up to date: later steps see it in place of the turns.\n\nInstructions:\n',
  summary: '\n\nSummary so far:\n',
  turns: TURNS,
  closing:
    '\nKeep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only',
}

export function buildSummaryRequest({ instructions, summary, turns, maxChars }: SummaryView): string {
  const { opening, summary: soFar, closing } = summaryRequestLayout
  const limit = maxChars === undefined ? '' : `, in at most ${maxChars} characters`
  const shown = `${soFar}${summary}${TURNS.heading}${turnsText(turns, TURNS.label)}`
  return `${opening}${instructions}${shown}${closing}${limit}.`
}
