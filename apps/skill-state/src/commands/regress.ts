import { writeFileSync } from 'node:fs'
import { type Recording, type Regression, regress, regressionText } from '@skill-state/agent/regress'
import { field } from '@skill-state/eval/options'
import { printableJson } from '@skill-state/protocol'
import { html, leftColumn, pageText, rightColumn, tableMarkup } from '@skill-state/report/page'
import { askedModel } from '../run/agent/find-model.ts'
import { loadAgent } from '../run/agent/load-agent.ts'
import type { RegressFlags } from '../run/options.ts'
import { storedSessions } from '../run/recordings/stored-sessions.ts'
import { junitText } from '../run/report/junit.ts'

/** `skill-state regress`: what another agent would do with recorded sessions. Exit code 1 if anything would be different. */
export async function regressCommand(places: readonly string[], flags: RegressFlags): Promise<number> {
  const { agent, context } = await loadAgent(flags.with)
  const model = await askedModel(flags)
  const options = { context, model, limits: field.limitsIn(flags) }
  const regression = await regress(agent, recordingsIn(places), options)
  process.stdout.write(flags.json ? `${printableJson(regression)}\n` : regressionText(regression))
  if (flags.junit !== undefined) writeFileSync(flags.junit, regressionJunit(regression))
  if (flags.html !== undefined) writeFileSync(flags.html, regressionHtml(regression))
  return regression.differences.length === 0 && regression.asked?.stopped === undefined ? 0 : 1
}

async function* recordingsIn(places: readonly string[]): AsyncGenerator<Recording> {
  for (const place of places)
    for await (const { name, records, results } of storedSessions(place)) yield { name, records, results }
}

/** A test for each session; what fails says where the session begins to go otherwise, and all that differs. */
function regressionJunit({ sessions, differences, firsts }: Regression): string {
  const bySession = Map.groupBy(differences, ({ session }) => session)
  const tests = sessions.map((name) => {
    const found = bySession.get(name) ?? []
    const first = firsts.find(({ session }) => session === name)
    const message = first === undefined ? '' : lineOf(first)
    const failure = found.length === 0 ? undefined : { message, text: found.map(lineOf).join('\n') }
    return { name, failure }
  })
  return junitText('skill-state regress', 'regress', tests)
}

function lineOf({ step, part, place, was, now }: Regression['firsts'][number]): string {
  return `step ${step + 1}: ${part}, ${place}: ${was} → ${now}`
}

/** The groups of like differences and the sessions, as a page that stands alone. */
function regressionHtml(regression: Regression): string {
  const { sessions, steps, groups, firsts } = regression
  const rowOf = (...cells: readonly string[]) => ({ cells, subject: false, group: '' })
  const grouped = {
    id: 'groups' as const,
    title: 'Differences that are alike',
    columns: [
      rightColumn('Sessions'),
      rightColumn('Steps'),
      leftColumn('What'),
      leftColumn('Where'),
      leftColumn('First in'),
      leftColumn('Was'),
      leftColumn('Now'),
    ],
    rows: groups.map(({ sessions: many, steps: times, part, place, first, was, now }) =>
      rowOf(`${many}`, `${times}`, part, place, `${first.session}, step ${first.step + 1}`, was, now),
    ),
  }
  const begun = {
    id: 'sessions' as const,
    title: 'Where each session begins to differ',
    columns: [leftColumn('Session'), rightColumn('Step'), leftColumn('What'), leftColumn('Where')],
    rows: firsts.map(({ session, step, part, place }) => rowOf(session, `${step + 1}`, part, place)),
  }
  const place = { section: '', level: 2 } as const
  return pageText({
    title: `${firsts.length} of ${sessions.length} sessions would go otherwise`,
    overline: 'SKILL.state regress',
    notices: [`${steps} steps were compared. No tool was executed: results are those on record.`],
    body: html`${tableMarkup(grouped, [], place)}${tableMarkup(begun, [], place)}`,
    footer: html`Steps are counted from 1. A session counts once in a group.`,
  })
}
