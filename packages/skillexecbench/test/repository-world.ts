import { announce } from '../src/repository/world/begin.ts'
import { commands } from '../src/repository/world/events.ts'
import { apply } from '../src/repository/world/transitions.ts'
import { emptyWorld, settleCi, type World } from '../src/repository/world/world.ts'
import type { Verdict } from '../src/shared/verdict.ts'

/**
 * Six features at step 10, c1 to c6 in this order. `alpha_1` is PR #11, passed; `beta_1` (#12, the same file)
 * and `gamma_1` (#13, another file) go into master; `delta_1` (#14) is stacked on #11, `epsilon_1` (#15) on #14;
 * all have passed. `zeta_1` has no pull request. There is one release, with nothing picked.
 */
export function busyWorld(): World {
  const world = emptyWorld()
  const features = [
    ['alpha_1', 'auth.ts', undefined],
    ['beta_1', 'auth.ts', undefined],
    ['gamma_1', 'mail.ts', undefined],
    ['delta_1', 'cache.ts', 11],
    ['epsilon_1', 'parser.ts', 14],
    ['zeta_1', 'auth.ts', undefined],
  ] as const
  for (const [index, [branch, file, parent]] of features.entries()) {
    const issue = index + 1
    const stack = parent === undefined ? {} : { stackedOn: parent }
    announce(world, { kind: 'issue', issue, branch, file, ...stack })
    mustApply(world, `Commit(${branch}, ${file})`)
    if (branch === 'zeta_1') continue
    announce(world, { kind: 'review', issue, pr: 10 + issue })
    mustApply(world, `CreatePR(${branch})`)
  }
  settleCi(world, 10, undefined)
  mustApply(world, 'CreateRelease(master)')
  return world
}

/** Executes an action that must be readable. */
export function act(world: World, action: string): Verdict {
  const command = commands.read(action)
  if (command === undefined) throw new Error(`not an action: ${action}`)
  return apply(world, command)
}

export function mustApply(world: World, ...actions: readonly string[]): void {
  for (const action of actions) {
    const { accepted, text } = act(world, action)
    if (!accepted) throw new Error(`${action}: ${text}`)
  }
}

/** The CI of each pull request that is open, by number. */
export function ciOf(world: World): Record<number, string> {
  const open = [...world.pulls.values()].filter(({ status }) => status === 'open')
  return Object.fromEntries(open.map(({ number, ci }) => [number, ci]))
}

/** The ids of a branch's commits. */
export function commitsOf(world: World, branch: string): readonly string[] {
  return (world.branches.get(branch)?.commits ?? []).map(({ id }) => id)
}
