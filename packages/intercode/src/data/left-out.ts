import type { Dataset } from './challenge.ts'
import type { Status } from './status.ts'

/** A challenge that is no task by default, and why. */
export interface LeftOut {
  readonly id: number
  readonly status: Status
  readonly why: string
}

/** The challenges that are not among the statuses, for a report that says what its figures are not about. */
export function leftOut(
  { challenges }: Dataset,
  statuses: readonly Status[] = ['offline'],
): readonly LeftOut[] {
  return challenges
    .filter(({ status }) => !statuses.includes(status))
    .map(({ id, status, why = status }) => ({ id, status, why }))
}
