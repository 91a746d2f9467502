import type { Player } from '@skill-state/protocol'
import type { SandboxFile } from '@skill-state/sandbox'
import type { Gold } from './gold.ts'
import type { Status } from './status.ts'

/** One capture-the-flag challenge. */
export interface Challenge {
  /** `task_id`: unique in its data. */
  readonly id: number
  /** What is asked. */
  readonly query: string
  /** Its categories, such as `Forensics`. */
  readonly tags: readonly string[]
  readonly gold: Gold
  readonly status: Status
  /** Why the status is not `offline`. */
  readonly why?: string | undefined
  /** The files that lie in its folder at the start. Throws `invalid-data`. */
  readonly files: () => Promise<readonly SandboxFile[]>
}

/** Challenges that make one benchmark. */
export interface Dataset {
  /** Part of the benchmark's id. */
  readonly name: string
  /** In the order of their ids. */
  readonly challenges: readonly Challenge[]
  /** Plays them, if there is a player that can. */
  readonly player?: Player | undefined
}

/** The working folder of a challenge inside the sandbox, as in the official image. */
export function folderOf({ id }: Pick<Challenge, 'id'>): string {
  return `/ctf/${id}`
}

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
