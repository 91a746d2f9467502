import type { SuiteEvent } from '@skill-state/eval'

/** How the episodes of a command ended. */
export interface Outcome {
  readonly planned: number
  terminated: number
  truncated: number
  failed: number
}

export function countEnd(outcome: Outcome, event: SuiteEvent): void {
  if (event.kind === 'episode-ended') outcome[event.end.status] += 1
}

/** How far a command came that did not come to its end. */
export function doneLine({ planned, terminated, truncated, failed }: Outcome): string {
  return `${terminated + truncated + failed} of ${planned} episodes are done`
}

/** Lines for the end of a command: what became of the episodes, where everything is, and what to do next. */
export function summaryLines(
  outcome: Outcome,
  folders: readonly string[],
  root: string | undefined,
): string[] {
  const { terminated, truncated, failed, planned } = outcome
  const [first = '.'] = folders
  const place = root ?? first
  return [
    `Episodes: ${planned}. Terminated: ${terminated}. Truncated: ${truncated}. Failed: ${failed}.`,
    `Report: ${place}/report.html, of the traces in ${folders.length === 1 ? first : `the ${folders.length} folders of ${place}`}.`,
    ...(failed > 0 ? ['Next: the same command with --retry-errors runs what failed again.'] : []),
    `${failed > 0 ? 'Then' : 'Next'}: bench replay ${place} recomputes every figure from the traces.`,
  ]
}
