import { accept, refuse, type Verdict } from '../../shared/verdict.ts'
import type { Command } from './events.ts'
import type { Branch, Commit, PullRequest, World } from './world.ts'
import { files, master, openPulls, pullOf, startCi, touches } from './world.ts'

export function apply(world: World, command: Command): Verdict {
  switch (command.kind) {
    case 'Commit':
      return commit(world, command.branch, command.file)
    case 'CherryPick':
      return cherryPick(world, command.commit, command.branch)
    case 'Merge':
      return merge(world, command.pr)
    case 'CreatePR':
      return createPull(world, command.branch)
    case 'FixCI':
      return fixCi(world, command.branch)
    case 'RunTests':
      return runTests(world, command.branch)
    case 'CreateRelease':
      return createRelease(world, command.branch)
    case 'Rollback':
      return rollback(world, command.branch)
    case 'Wait':
      return accept('Waited.')
  }
}

function commit(world: World, name: string, file: string): Verdict {
  if (!files.includes(file)) return refuse('there is no such file.')
  const branch = world.branches.get(name) ?? createBranch(world, name)
  if (branch === undefined) return refuse(absence(world, name))
  const { id } = push(world, branch, file)
  return accept(`Committed ${id} (${file}) to ${name}.`)
}

/** A branch comes into being with the first commit, and only if an issue asks for it. */
function createBranch(world: World, name: string): Branch | undefined {
  for (const { issue, branch, base } of world.assignments.values()) {
    if (branch !== name) continue
    const created = { name, issue, base, commits: [] }
    world.branches.set(name, created)
    return created
  }
  return undefined
}

function createPull(world: World, name: string): Verdict {
  const branch = world.branches.get(name)
  if (branch === undefined) return refuse(absence(world, name))
  const existing = pullOf(world, branch)
  if (existing !== undefined)
    return refuse(`${name} already has PR #${existing.number} (${existing.status}).`)
  const number = world.assignments.get(branch.issue)?.pr
  if (number === undefined) return refuse(`no review of ${name} was requested.`)
  const pull: PullRequest = { number, branch: name, status: 'open', ci: 'pending', due: 0 }
  world.pulls.set(number, pull)
  startCi(world, pull)
  return accept(`Opened PR #${number} from ${name} into ${branch.base}.`)
}

function merge(world: World, number: number): Verdict {
  const pull = world.pulls.get(number)
  if (pull === undefined) return refuse('there is no such PR.')
  const branch = world.branches.get(pull.branch)
  if (pull.status !== 'open' || branch === undefined) return refuse(`PR #${number} is ${pull.status}.`)
  if (pull.ci !== 'passed') return refuse(unready(pull))
  mergePull(world, pull, branch)
  return accept(`Merged PR #${number} from ${branch.name} into ${branch.base}.`)
}

function fixCi(world: World, name: string): Verdict {
  const found = findOpen(world, name)
  if (typeof found === 'string') return refuse(found)
  const { branch, pull } = found
  const newest = branch.commits.at(-1)
  if (pull.ci !== 'failed' || newest === undefined)
    return refuse(`the CI of PR #${pull.number} is ${pull.ci}, not failed.`)
  const { id } = push(world, branch, newest.file)
  return accept(`Fixed the CI of ${name} with ${id}.`)
}

function runTests(world: World, name: string): Verdict {
  const found = findOpen(world, name)
  if (typeof found === 'string') return refuse(found)
  startCi(world, found.pull)
  return accept(`Started the tests of ${name}.`)
}

function createRelease(world: World, name: string): Verdict {
  const found = name === master ? undefined : findOpen(world, name)
  if (typeof found === 'string') return refuse(found)
  if (found !== undefined && found.pull.ci !== 'passed') return refuse(unready(found.pull))
  const release = `release_${world.releases.size + 1}`
  world.releases.set(release, [])
  return accept(`Released ${name} as ${release}.`)
}

function rollback(world: World, name: string): Verdict {
  const branch = world.branches.get(name)
  if (branch === undefined) return refuse(absence(world, name))
  const previous = branch.commits.at(-2)
  if (previous === undefined) return refuse(`${name} has one commit only, and nothing to roll back to.`)
  branch.commits = branch.commits.slice(0, -1)
  retest(world, branch)
  return accept(`Rolled ${name} back to ${previous.id}.`)
}

function cherryPick(world: World, id: string, onto: string): Verdict {
  const picked = world.releases.get(onto)
  if (picked === undefined) {
    const known = onto === master || world.branches.has(onto)
    return refuse(known ? `${onto} is not a release.` : absence(world, onto))
  }
  const source = findCommit(world, id)
  if (source === undefined) return refuse('there is no such commit on any branch.')
  const copy = { ...source, id: nextId(world) }
  world.releases.set(onto, [...picked, copy])
  return accept(`Cherry-picked ${id} to ${onto} as ${copy.id}.`)
}

function findCommit(world: World, id: string): Commit | undefined {
  const lists = [
    ...[...world.branches.values()].map(({ commits }) => commits),
    world.master,
    ...world.releases.values(),
  ]
  for (const commits of lists) {
    const found = commits.find((each) => each.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

function push(world: World, branch: Branch, file: string): Commit {
  const added = { id: nextId(world), file, issue: branch.issue }
  branch.commits = [...branch.commits, added]
  retest(world, branch)
  return added
}

function retest(world: World, branch: Branch): void {
  const pull = pullOf(world, branch)
  if (pull?.status === 'open') startCi(world, pull)
}

function nextId(world: World): string {
  world.commits += 1
  return `c${world.commits}`
}

/** The branch and its open pull request, or why there is none. */
function findOpen(
  world: World,
  name: string,
): { readonly branch: Branch; readonly pull: PullRequest } | string {
  const branch = world.branches.get(name)
  if (branch === undefined) return absence(world, name)
  const pull = pullOf(world, branch)
  if (pull === undefined) return `${name} has no pull request.`
  return pull.status === 'open' ? { branch, pull } : `PR #${pull.number} of ${name} is ${pull.status}.`
}

/** Why nothing can be done on what is no feature branch. */
function absence(world: World, name: string): string {
  if (name === master) return 'master changes by merges only.'
  return world.releases.has(name)
    ? `${name} is a release, which takes cherry-picks only.`
    : 'there is no such branch.'
}

function unready({ number, ci }: PullRequest): string {
  return `the CI of PR #${number} is ${ci}, not passed.`
}

/**
 * The commits land on the target, the branch is deleted, what was built on it moves to the target. CI becomes stale of
 * each pull request that shares a file, was stacked on the branch, or comes from the target.
 */
function mergePull(world: World, pull: PullRequest, branch: Branch): void {
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
