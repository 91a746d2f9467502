import { draw, figureMarkup, html, type Markup, pageText } from '@skill-state/report/page'
import { Plot } from '@skill-state/report/plot'
import type { SessionAudit } from '../../sessions/findings.ts'
import { sessionLimits } from '../../sessions/report/sessions-markdown.ts'
import type { SessionTotals } from '../../sessions/report/totals.ts'
import { tablesOf } from './tables.ts'

/** The audit of coding sessions as one page that stands alone. It opens with what the user can do next. */
export function sessionsHtml(totals: SessionTotals): string {
  return pageText({
    title: 'Audit of coding sessions',
    overline: 'SKILL.state audit',
    notices: [],
    head: html`<h2>What you can do next</h2>
<ul>${nextSteps(totals).map((step) => html`<li>${step}</li>`)}</ul>
<p>${totals.summary()}</p>`,
    body: html`<section><h2>What the figures do not show</h2>
<ul>${sessionLimits.map((limit) => html`<li>${limit}</li>`)}</ul></section>
${tablesOf(totals.tables())}${totals.worst.map((session, index) => timeline(session, totals.nameOf(session), index))}`,
    footer: html`Computed from the files of the agents alone. Nothing was sent anywhere.`,
  })
}

/** Advice that follows from the figures. */
function nextSteps(totals: SessionTotals): readonly Markup[] {
  const { lost, refound, automatic } = totals.losses
  const harmed = lost + refound
  return [
    ...(harmed === 0
      ? [html`Nothing to do: no call used a value that a compaction had taken away.`]
      : [
          html`Let the agent keep its state over compactions: <code>skill-state hooks install claude-code</code> (or <code>codex</code>, <code>pi</code>). ${refound} values had to be found again and ${lost} were gone.`,
          html`Put into the file that the agent reads at the start (<code>CLAUDE.md</code>, <code>AGENTS.md</code>) what came from the user in the table of facts.`,
        ]),
    ...(automatic === 0
      ? []
      : [
          html`${automatic} compactions came without being asked for. Compact yourself between two tasks, and name what the summary has to keep.`,
        ]),
    ...(totals.fields.size === 0
      ? []
      : [
          html`For an agent of your own, write a schema with these fields: <code>skill-state audit … --schema state.json</code>.`,
        ]),
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
      Plot.ruleX(
        session.cuts.map(({ callNumber }) => callNumber + 0.5),
        { stroke: 'var(--accent)' },
      ),
      Plot.line(points, { x: 'call', y: 'tokens', stroke: 'var(--cool)', strokeWidth: 2 }),
      Plot.dot(marks, { x: 'call', y: 'tokens', fill: 'var(--accent)', r: 4 }),
    ],
  })
  const title = `Timeline of session ${index + 1}`
  return figureMarkup(
    { id: `timeline-${index}`, title, caption, panels: [{ title: '', picture }] },
    undefined,
    2,
  )
}
