import { failureKind, type SuiteEvent } from '@skill-state/eval'

export interface Outcome {
  readonly planned: number
  terminated: number
  truncated: number
  failed: number
  /** Failed, and worth another try: the model's replies were not the reason. */
  unscored: number
  /** Those that differ only in ids and figures are one, with the message of the first. */
  readonly failures: Map<string, { readonly message: string; count: number }>
}

export function emptyOutcome(planned: number): Outcome {
  return { planned, terminated: 0, truncated: 0, failed: 0, unscored: 0, failures: new Map() }
}

export function countEnd(outcome: Outcome, event: SuiteEvent): void {
  if (event.kind !== 'episode-ended') return
  outcome[event.end.status] += 1
  if (event.end.status !== 'failed') return
  if (event.end.outcome === undefined) outcome.unscored += 1
  const { message } = event.end.error
  const failure = outcome.failures.get(failureKind(message)) ?? { message, count: 0 }
  failure.count += 1
  outcome.failures.set(failureKind(message), failure)
}

/** How far a command came that was cut off. */
export function doneLine(outcome: Outcome): string {
  return `${doneOf(outcome)} of ${outcome.planned} episodes are done`
}

/** Lines for the end of a command: how the episodes ended, which folder has the report, and what to do next. */
export function summaryLines(
  outcome: Outcome,
  folders: readonly string[],
  root: string | undefined,
): string[] {
  const { terminated, truncated, failed, unscored, planned } = outcome
  const [first = '.'] = folders
  const place = root ?? first
  const left = planned - doneOf(outcome)
  return [
    `Episodes: ${planned}. Terminated: ${terminated}. Truncated: ${truncated}. Failed: ${failed}.${left > 0 ? ` Not tried: ${left}.` : ''}`,
    ...failureLines(outcome),
    `Report: ${place}/report.html, of the traces in ${folders.length === 1 ? first : `the ${folders.length} folders of ${place}`}.`,
    ...(unscored > 0 ? ['Next: the same command with --retry-errors runs what failed again.'] : []),
    `${unscored > 0 ? 'Then' : 'Next'}: bench replay ${place} recomputes every figure from the traces.`,
  ]
}

/** More kinds of failure than that are for the report. */
const MOST_KINDS = 5

/** What failed, the most frequent first: a line for failures that are alike. */
function failureLines({ failures }: Outcome): string[] {
  const kinds = [...failures.values()].sort((a, b) => b.count - a.count)
  const rest = kinds.slice(MOST_KINDS).reduce((total, { count }) => total + count, 0)
  return [
    ...kinds.slice(0, MOST_KINDS).map(({ message, count }) => `  failed ×${count}: ${message}`),
    ...(rest > 0 ? [`  failed ×${rest}: for other reasons`] : []),
  ]
}

const doneOf = ({ terminated, truncated, failed }: Outcome): number => terminated + truncated + failed
