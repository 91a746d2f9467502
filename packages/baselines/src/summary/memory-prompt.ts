import type { PromptLayout, Turn } from '@skill-state/protocol'
import { ACTION_LINE } from '../turns/transcript-prompt.ts'
import { turnsText } from '../turns/turn-text.ts'
import { summaryRequestLayout } from './summary-request.ts'

/** What a summarising runtime carries: what was written of the turns that have left, and the turns since. */
export interface Memory {
  /** Empty until turns have left. */
  readonly summary: string
  /** Oldest first. */
  readonly turns: readonly Turn[]
}

const HEADING = '\n\nSummarized History:\n'
const TURNS = { heading: '\n\nRecent History:\n', label: 'Response: ' } as const

export const memoryLayout: PromptLayout = {
  heading: HEADING,
  carries: 'summary',
  turns: TURNS,
  observation: 'last',
  replies: { [ACTION_LINE]: 'action-line' },
  summaryRequest: summaryRequestLayout,
}

/**
 * The prompt of Appendix A.2, to the character of the paper's listing, read as A.1 is: one blank line before
 * and after the recent turns, of which the first step has none, and no line break at the end. An empty summary
 * leaves its line empty.
 */
export function buildMemoryPrompt(
  instructions: string,
  { summary, turns }: Memory,
  observation: string,
): string {
  const context = `${HEADING}${summary}${TURNS.heading}${turnsText(turns, TURNS.label)}`
  return `Instructions:\n${instructions}${context}\nLatest Observation: ${observation}${ACTION_LINE}`
}
