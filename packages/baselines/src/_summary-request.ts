import type { SummaryView } from '@skill-state/protocol'
import { turnsText } from './_transcript.ts'

/**
 * What the summariser is asked. The paper has no text for this; this one is ours. It begins with another line
 * than the prompts of Appendix A, so that a request for a summary can be told from a request for an action.
 */
export function buildSummaryRequest({ instructions, summary, turns, maxChars }: SummaryView): string {
  const limit = maxChars === undefined ? '' : `, in at most ${maxChars} characters`
  return `Bring the summary of a task up to date: later steps see it in place of the turns.

Instructions:
${instructions}

Summary so far:
${summary}

New turns:
${turnsText(turns, 'Response')}
Keep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only${limit}.`
}
