import type { Kind as Act } from './callers.ts'
import { listed } from './choices.ts'
import type { Kind } from './places.ts'
import { type Played, play } from './play.ts'

/** What the two callers do, in this order. */
export const SMALL_WORLD: readonly (readonly Act[])[] = [
  ['send', 'approve', 'deny', 'stop'],
  ['send', 'approve', 'answer', 'stop'],
]

export interface Explored {
  readonly schedules: number
  readonly finding: Played | undefined
  /** Whether every interleaving was played. */
  readonly isWhole: boolean
}

/**
 * Plays every interleaving of the callers' operations with each other and with what the model, the tools and the store do
 * meanwhile: the choices are counted up from the last one on, like the digits of a number.
 */
export async function explore(
  store: Kind,
  scripts: readonly (readonly Act[])[],
  maxSchedules: number = Number.POSITIVE_INFINITY,
): Promise<Explored> {
  let next: readonly number[] | undefined = []
  let schedules = 0
  while (next !== undefined && schedules < maxSchedules) {
    const played = await play({ store, scripts, choices: listed(next) })
    schedules += 1
    if (played.finding) return { schedules, finding: played, isWhole: false }
    next = following(played.choices)
  }
  return { schedules, finding: undefined, isWhole: next === undefined }
}

function following({ taken, sizes }: Played['choices']): readonly number[] | undefined {
  const at = taken.findLastIndex((choice, place) => choice + 1 < (sizes[place] ?? 0))
  return at === -1 ? undefined : [...taken.slice(0, at), (taken[at] ?? 0) + 1]
}
