import { SkillStateError, type SummaryRequestLayout, type SummaryView } from '@skill-state/protocol'
import { split } from './read-context.ts'
import { readTurns } from './read-turns.ts'

const LIMIT = /^, in at most (\d+) characters\.$/

/**
 * Takes a request for a summary apart by its fixed texts; undefined for another prompt. Throws `unreadable-prompt` if a
 * part is missing.
 */
export function parseSummaryRequest(
  prompt: string,
  { opening, summary: soFar, turns, closing }: SummaryRequestLayout,
): SummaryView | undefined {
  if (!prompt.startsWith(opening)) return undefined
  const end = prompt.lastIndexOf(closing)
  if (end === -1) {
    const message = 'cannot read the prompt: the request for a summary has no end'
    throw new SkillStateError('unreadable-prompt', message)
  }
  const { before: instructions, after } = split(prompt.slice(opening.length, end), soFar)
  const { before: summary, after: shown } = split(after, turns.heading)
  const view = { instructions, summary, turns: readTurns(shown, turns.label) }
  const [, maxChars] = LIMIT.exec(prompt.slice(end + closing.length)) ?? []
  return maxChars === undefined ? view : { ...view, maxChars: Number(maxChars) }
}
