import type { Turn } from '@skill-state/protocol'
import { turnsText } from './_transcript.ts'

/** What a summarising runtime carries: what was written of the turns that have left, and the turns since. */
export interface Memory {
  /** Empty until turns have left. */
  readonly summary: string
  /** Oldest first. */
  readonly turns: readonly Turn[]
}

/**
 * The prompt of Appendix A.2, to the character of the paper's listing, read as A.1 is: one blank line before
 * and after the recent turns, which the first step has none of, and no line break at the end. An empty summary
 * leaves its line empty.
 */
export function buildMemoryPrompt(
  instructions: string,
  { summary, turns }: Memory,
  observation: string,
): string {
  return `Instructions:
${instructions}

Summarized History:
${summary}

Recent History:
${turnsText(turns, 'Response')}
Latest Observation: ${observation}
Generate your next reasoning and action (format 'Action: <cmd>'):`
}
