import { master } from './names.ts'
import { type Branch, openPulls, type PullRequest, touches, type World } from './world.ts'

/**
 * The commits land on the target, the branch is deleted, what was built on it moves to the target. CI becomes stale of
 * each pull request that shares a file, was stacked on the branch, or comes from the target.
 */
export function mergePull(world: World, pull: PullRequest, branch: Branch): void {
  pull.status = 'merged'
  world.branches.delete(branch.name)
  world.assignments.delete(branch.issue)
  for (const [other, otherPull] of openPulls(world)) if (depends(other, branch)) otherPull.ci = 'stale'
  land(world, branch)
  for (const stacked of [...world.branches.values(), ...world.assignments.values()]) {
    if (stacked.base === branch.name) stacked.base = branch.base
  }
}

function depends(other: Branch, merged: Branch): boolean {
  if (other.base === merged.name || other.name === merged.base) return true
  return merged.commits.some(({ file }) => touches(other, file))
}

function land(world: World, { base, commits }: Branch): void {
  const target = world.branches.get(base)
  if (target !== undefined) target.commits = [...target.commits, ...commits]
  else if (base === master) world.master.push(...commits)
}
