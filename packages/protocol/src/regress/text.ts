import { printable } from '../text/printable.ts'
import type { Regression } from './compare-sessions.ts'

/** Sessions that are named. */
const MOST_SESSIONS = 20

/**
 * What would be different, for a terminal: groups of like differences, then the sessions with the step at which each begins
 * to differ. Steps are counted from 1.
 */
export function regressionText(regression: Regression): string {
  const { sessions, steps, firsts, groups, asked } = regression
  const lines = [
    `${firsts.length} of ${sessions.length} sessions would go otherwise; ${steps} steps were compared.`,
    ...(asked ? [askedLine(regression, asked)] : []),
    ...groups.flatMap(({ part, place, sessions: many, steps: times, first, was, now }) => [
      '',
      `${many} session${many === 1 ? '' : 's'}, ${times} step${times === 1 ? '' : 's'}: ${part}, ${place}`,
      `  first in ${first.session}, step ${first.step + 1}`,
      `  was  ${was}`,
      `  now  ${now}`,
    ]),
    ...(firsts.length === 0 ? [] : ['', 'Each session differs from this step on:']),
    ...firsts
      .slice(0, MOST_SESSIONS)
      .map(({ session, step, part, place }) => `  ${session}: step ${step + 1}, ${part}, ${place}`),
    ...(firsts.length > MOST_SESSIONS ? [`  and ${firsts.length - MOST_SESSIONS} more`] : []),
  ]
  return lines.map((line) => `${printable(line.replaceAll('\n', ' '))}\n`).join('')
}

function askedLine(
  { recorded }: Regression,
  { steps, unanswered, used, stopped }: NonNullable<Regression['asked']>,
): string {
  const tokens = Number.isFinite(used.tokens) ? `: ${used.tokens} tokens` : ''
  const cost = used.costUsd > 0 && Number.isFinite(used.costUsd) ? `, ${used.costUsd.toFixed(4)} USD` : ''
  const before = recorded.tokens > 0 ? `; the recorded sessions used ${recorded.tokens} tokens` : ''
  const lost = unanswered > 0 ? ` It gave no answer about ${unanswered}; ask again.` : ''
  const end = stopped === undefined ? lost : `${lost} It was asked no more: ${stopped}`
  return `The model was asked about ${steps} steps${tokens}${cost}${before}.${end}`
}
