import { master } from './names.ts'
import { type Branch, openPulls, type PullRequest, touches, type World } from './world.ts'

/**
 * Merges: the commits, and so their files, land on the target; the branch is deleted; what was built on it is
 * now built on the target. Invalidates the CI of every open pull request that touches one of the files, was
 * stacked on the merged branch, or comes from the target.
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
