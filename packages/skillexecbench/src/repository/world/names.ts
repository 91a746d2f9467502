import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../../noise/random.ts'

/** The branch that features end on. */
export const master = 'master'

/** The files of the repository: few, so that pull requests often touch the same one. */
export const files: readonly string[] = 'auth.ts cache.ts mail.ts parser.ts router.ts search.ts'.split(' ')

const words: readonly string[] =
  'amber birch cedar coral delta ember falcon garnet harbor indigo jasper kite lark maple nova onyx pearl quartz raven sable tidal umber violet willow'.split(
    ' ',
  )

/** A branch name that was never given before, and that says nothing about its issue. Adds it to the used ones. */
export function nameBranch(random: RandomGenerator, used: Set<string>): string {
  for (let most = 99; ; most += 100) {
    const name = `${pick(random, words)}_${uniformInt(random, 10, most)}`
    if (used.has(name)) continue
    used.add(name)
    return name
  }
}
