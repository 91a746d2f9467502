import { tablesMarkdown } from '../../table.ts'
import type { SessionTotals } from './totals.ts'

/** What the figures do not show, said before them. */
export const sessionLimits: readonly string[] = [
  'A value counts if it is a whole argument of a tool call, of 4 to 300 characters, and is shown if the same text is shown. Inside a longer command, address, code or JSON text, paths, file names, addresses, ids and numbers of five or more digits are sought too, ordinary words are not. A summary that says the same in other words counts as a loss.',
  'Found again means that the value was out of sight and a later result or message showed it before the call that needed it; the agent may have looked for another reason.',
]

/** The sessions' report as Markdown that is readable on a terminal too. */
export function sessionsMarkdown(totals: SessionTotals): string {
  return tablesMarkdown(
    ['# Audit of coding sessions', totals.summary(), ...sessionLimits.map((each) => `> ${each}`)],
    totals.tables(),
  )
}
