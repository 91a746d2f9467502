import { SkillStateError, type SummaryView } from '@skill-state/protocol'
import { split } from './read-context.ts'
import { readTurns } from './read-turns.ts'

const opening =
  'Bring the summary of a task up to date: later steps see it in place of the turns.\n\nInstructions:\n'
const tail =
  '\nKeep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only'
const limit = /^, in at most (\d+) characters\.$/

/**
 * Takes a request for a summary apart by its fixed texts; undefined for a prompt that is none. Throws
 * `unreadable-prompt` for one of which a part is missing.
 */
export function parseSummaryRequest(prompt: string): SummaryView | undefined {
  if (!prompt.startsWith(opening)) return undefined
  const end = prompt.lastIndexOf(tail)
  if (end === -1) {
    const message = 'cannot read the prompt: the request for a summary has no end'
    throw new SkillStateError('unreadable-prompt', message)
  }
  const { before: instructions, after } = split(prompt.slice(opening.length, end), '\n\nSummary so far:\n')
  const { before: summary, after: turns } = split(after, '\n\nNew turns:\n')
  const [, maxChars] = limit.exec(prompt.slice(end + tail.length)) ?? []
  return {
    instructions,
    summary,
    turns: readTurns(turns, 'Response: '),
    ...(maxChars !== undefined && { maxChars: Number(maxChars) }),
  }
}
