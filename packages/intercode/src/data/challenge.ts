import type { Player } from '@skill-state/protocol'
import type { SandboxFile } from '@skill-state/sandbox'
import type { Status } from './status.ts'

export interface Challenge {
  /** `task_id`: unique in its data. */
  readonly id: number
  readonly query: string
  readonly tags: readonly string[]
  readonly gold: Gold
  readonly status: Status
  /** Why the status is not `offline`. */
  readonly why?: string | undefined
  /** The files that lie in its folder at the start. Throws `invalid-data`. */
  readonly files: () => Promise<readonly SandboxFile[]>
}

export interface Dataset {
  readonly name: string
  readonly challenges: readonly Challenge[]
  /** Plays them, if there is a player that can. */
  readonly player?: Player | undefined
}

/** The working folder of a challenge inside the sandbox, as in the official image. */
export function folderOf({ id }: Pick<Challenge, 'id'>): string {
  return `/ctf/${id}`
}

export interface LeftOut {
  readonly id: number
  readonly status: Status
  readonly why: string
}

/** The challenges that are not offline, for a report that says what its figures are not about. */
export function leftOut({ challenges }: Dataset): readonly LeftOut[] {
  return challenges
    .filter(({ status }) => status !== 'offline')
    .map(({ id, status, why = status }) => ({ id, status, why }))
}

/** The flag of a challenge: in no property, so that no log, trace, JSON text or prompt can hold it by accident. */
export class Gold {
  readonly #flag: string

  constructor(flag: string) {
    this.#flag = flag
  }

  /** Whether the text is the flag. Case does not matter, as in the official reward. */
  equals(text: string): boolean {
    return text.toLowerCase() === this.#flag.toLowerCase()
  }

  /** The flag as the text writes it, if the text has it in upper or lower case. */
  findIn(text: string): string | undefined {
    return new RegExp(this.#flag.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i').exec(text)?.[0]
  }
}
