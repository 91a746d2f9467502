import type { RepositoryEvent } from './events.ts'
import { type Command, commands } from './events.ts'
import { newestRelease, openBranch, touches, type World } from './world.ts'

/** The action that answers the event in this world; undefined if none does: its ground is undone, or CI has not reported. */
export function rightAnswer(world: World, event: RepositoryEvent): Command | undefined {
  if (event.kind === 'issue') {
    const { branch, file } = event
    return world.branches.has(branch) ? undefined : { kind: 'Commit', branch, file }
  }
  if (event.kind === 'review') {
    const branch = world.assignments.get(event.issue)?.branch
    if (branch === undefined || !world.branches.has(branch) || world.pulls.has(event.pr)) return undefined
    return { kind: 'CreatePR', branch }
  }
  const branch = openBranch(world, event.pr)
  const [first] = branch?.commits ?? []
  const newest = branch?.commits.at(-1)
  if (branch === undefined || first === undefined || newest === undefined) return undefined
  const { name } = branch
  switch (event.kind) {
    case 'ci-failed':
      return { kind: 'FixCI', branch: name }
    case 'changes':
      return { kind: 'Commit', branch: name, file: first.file }
    case 'regression':
      return branch.commits.length > 1 ? { kind: 'Rollback', branch: name } : undefined
    case 'backport': {
      const release = newestRelease(world)
      return release === undefined ? undefined : { kind: 'CherryPick', commit: newest.id, branch: release }
    }
    case 'merge':
      return onceTested(world, event.pr, name, { kind: 'Merge', pr: event.pr })
    case 'release':
      return onceTested(world, event.pr, name, { kind: 'CreateRelease', branch: name })
  }
}

function onceTested(world: World, pr: number, branch: string, wanted: Command): Command | undefined {
  switch (world.pulls.get(pr)?.ci) {
    case 'passed':
      return wanted
    case 'stale':
      return { kind: 'RunTests', branch }
    case 'failed':
      return { kind: 'FixCI', branch }
    default:
      return undefined
  }
}

/** Whether the command is the right answer. Requested changes may be made in any file of the pull request. */
export function answers(world: World, event: RepositoryEvent, command: Command): boolean {
  const right = rightAnswer(world, event)
  if (right === undefined) return false
  if (event.kind === 'changes' && command.kind === 'Commit') {
    const branch = openBranch(world, event.pr)
    return branch !== undefined && branch.name === command.branch && touches(branch, command.file)
  }
  return commands.write(command) === commands.write(right)
}
