import { listed } from './choices.ts'
import type { Kind } from './places.ts'
import { type Played, type PlayOptions, play } from './play.ts'

/** Schedules that a search may play. */
const MAX_PLAYS = 1_500

/**
 * The shortest schedule that still finds the same: pieces of the list of choices are left out, from halves down to single ones,
 * and those that stay become ordinary where they can.
 */
export async function shrink(found: Played, options: Omit<PlayOptions, 'choices'>): Promise<Played> {
  let best = found
  let plays = 0
  const attempt = async (list: readonly number[]): Promise<boolean> => {
    if (plays >= MAX_PLAYS) return false
    plays += 1
    const played = await play({ ...options, choices: listed(list) })
    if (played.finding?.promise !== found.finding?.promise) return false
    const taken = withoutEnd(played.choices.taken)
    if (taken.length > list.length) return false
    best = { ...played, choices: listed(taken) }
    current = taken
    return true
  }
  let current = withoutEnd(found.choices.taken)
  await attempt(current)
  for (let size = Math.ceil(current.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < current.length; ) {
      const isShorter = await attempt([...current.slice(0, at), ...current.slice(at + size)])
      if (!isShorter) at += size
    }
  }
  for (let at = 0; at < current.length; at += 1) {
    if (current[at] !== 0) await attempt(current.with(at, 0))
  }
  return { ...best, choices: recordedIn(current) }
}

/** The ordinary choices at the end of a list say nothing. */
function withoutEnd(list: readonly number[]): readonly number[] {
  return list.slice(0, list.findLastIndex((choice) => choice !== 0) + 1)
}

const recordedIn = (list: readonly number[]): Played['choices'] => ({ ...listed(list), taken: list })

/** A test file beside the sources that plays a schedule by its choices. */
export function testOf(store: Kind, promise: string | undefined, taken: readonly number[]): string {
  return `import { expect, test } from 'vitest'
import { listed } from './choices.ts'
import { play } from './play.ts'

test(${JSON.stringify(`${promise}, in a schedule that was found`)}, async () => {
  const choices = listed(${JSON.stringify(taken)})
  const { finding, story } = await play({ store: '${store}', choices })
  expect(finding, story.join('\\n')).toBeUndefined()
})
`
}
