import { type Drift, describeEvent } from './events.ts'
import { type Branch, openBranch, type PullRequest, type World } from './world.ts'

/** Changes the world, and gives the notice; undefined if nothing changed: no such pull request is open, or it is so already. */
export function applyDrift(world: World, drift: Drift): string | undefined {
  const notice = change(world, drift)
  if (notice !== undefined && drift.kind !== 'false-failure') world.drifted = true
  return notice
}

function change(world: World, drift: Drift): string | undefined {
  const branch = openBranch(world, drift.pr)
  const pull = world.pulls.get(drift.pr)
  if (branch === undefined || pull === undefined) return undefined
  switch (drift.kind) {
    case 'false-failure':
      return describeEvent({ ...drift, kind: 'ci-failed' })
    case 'flaky':
      return clear(pull)
    case 'force-push':
      return reset(world, branch, drift.pr)
    case 'closed':
      pull.status = 'closed'
      return `PR #${drift.pr} was closed by its author without merging.`
  }
}

function clear(pull: PullRequest): string | undefined {
  if (pull.ci !== 'failed') return undefined
  pull.ci = 'passed'
  return `Flaky test: the CI failure of PR #${pull.number} was false, its CI has passed.`
}

/** Somebody resets the branch to its first commit. CI stays what it was. */
function reset(world: World, branch: Branch, pr: number): string | undefined {
  const [first, ...dropped] = branch.commits
  if (first === undefined || dropped.length === 0) return undefined
  for (const { id } of dropped) world.dropped.add(id)
  branch.commits = [first]
  return `Force push: the branch of PR #${pr} was reset to ${first.id}, its CI is unchanged.`
}
