import { dot, draw, figureMarkup, html, line, type Markup, pageText, ruleX } from '@skill-state/report/page'
import type { SessionAudit } from '../../sessions/findings.ts'
import { sessionLimits } from '../../sessions/report/sessions-markdown.ts'
import type { SessionTotals } from '../../sessions/report/totals.ts'
import { tablesOf } from './tables.ts'

/** The audit of coding sessions as one page that stands alone. It opens with what the user can do next. */
export function sessionsHtml(totals: SessionTotals): string {
  return pageText({
    title: 'Audit of coding sessions',
    overline: 'SKILL.state audit',
    notices: sessionLimits,
    head: html`<h2>What you can do next</h2>
<ul>${nextSteps(totals).map((step) => html`<li>${step}</li>`)}</ul>
<p>${totals.summary()}</p>`,
    body: html`${totals.worst.map((session, index) => timeline(session, totals.nameOf(session), index))}${tablesOf(totals.tables())}`,
    footer: html`Computed from the files of the agents alone. Nothing was sent anywhere.`,
  })
}

/** Advice that follows from the figures. */
function nextSteps({ fields, automaticCuts: automatic }: SessionTotals): readonly string[] {
  return [
    ...(fields.length === 0
      ? []
      : [
          `Keep a state with the fields ${fields.join(', ')}: the last table tells how large each has to be.`,
        ]),
    ...(automatic === 0
      ? []
      : [
          `${automatic} compactions came without being asked for. Name in advance what a summary must keep: the values in the table of facts.`,
        ]),
    'Look at the table of facts: a value that came from the user and was lost belongs into a file that the agent reads at the start.',
  ]
}

/** The bill of each prompt, with a line where a compaction was and a dot where a lost value was needed. */
function timeline(session: SessionAudit, name: string, index: number): Markup {
  const points = session.prompts.flatMap((tokens, at) =>
    tokens === undefined ? [] : [{ call: at + 1, tokens }],
  )
  const marks = [...session.lost, ...session.unknown].map(({ callNumber }) => ({
    call: callNumber,
    tokens: 0,
  }))
  const caption = `Billed tokens of each prompt of ${name}. Lines: compactions and clearings. Dots: calls that needed a value that was lost or is not decidable.`
  const picture = draw({
    width: 540,
    height: 220,
    marginLeft: 70,
    marginBottom: 44,
    description: caption,
    x: { label: 'call', grid: true },
    y: { label: 'tokens', grid: true, zero: true },
    marks: [
      ruleX(
        session.cuts.map(({ callNumber }) => callNumber + 0.5),
        { stroke: 'var(--accent)' },
      ),
      line(points, { x: 'call', y: 'tokens', stroke: 'var(--cool)', strokeWidth: 2 }),
      dot(marks, { x: 'call', y: 'tokens', fill: 'var(--accent)', r: 4 }),
    ],
  })
  const title = `Timeline of session ${index + 1}`
  return figureMarkup(
    { id: `timeline-${index}`, title, caption, panels: [{ title: '', picture }] },
    undefined,
    2,
  )
}
