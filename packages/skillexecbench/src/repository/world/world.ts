import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../../noise/random.ts'
import type { IssueEvent } from './events.ts'

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

export interface Commit {
  readonly id: string
  readonly file: string
  readonly issue: number
}

/** A feature branch: its own commits, oldest first, without those of the branch that it is built on. */
export interface Branch {
  readonly name: string
  readonly issue: number
  /** The branch that it is built on, and that its pull request goes into. */
  base: string
  commits: readonly Commit[]
}

/** The result of the newest CI run: `stale` if a merge invalidated it. */
export type Ci = 'pending' | 'passed' | 'failed' | 'stale'

export interface PullRequest {
  readonly number: number
  readonly branch: string
  status: 'open' | 'merged' | 'closed'
  ci: Ci
  /** The step at which a pending run reports. */
  due: number
}

interface Assignment {
  readonly issue: number
  readonly branch: string
  base: string
  /** The number that its pull request gets, once a review was requested. */
  pr?: number
}

/** The repository as the agent's own actions left it. */
export interface World {
  step: number
  readonly assignments: Map<number, Assignment>
  /** The feature branches that exist, by name. */
  readonly branches: Map<string, Branch>
  readonly pulls: Map<number, PullRequest>
  /** Commits that were cherry-picked to each release, oldest release first. */
  readonly releases: Map<string, readonly Commit[]>
  readonly master: Commit[]
  /** Commits that a force push removed. */
  readonly dropped: Set<string>
  commits: number
  /** Whether the change of a scenario took effect, and so was announced. */
  drifted: boolean
}

export function emptyWorld(): World {
  return {
    step: 0,
    assignments: new Map(),
    branches: new Map(),
    pulls: new Map(),
    releases: new Map(),
    master: [],
    dropped: new Set(),
    commits: 0,
    drifted: false,
  }
}

/** Takes an issue on. A parent that is not in the agent's world leaves the new branch on master. */
export function assign(world: World, { issue, branch, stackedOn }: IssueEvent): void {
  const parent = stackedOn === undefined ? undefined : openBranch(world, stackedOn)
  world.assignments.set(issue, { issue, branch, base: parent?.name ?? master })
}

export function pullOf(world: World, branch: Branch): PullRequest | undefined {
  const number = world.assignments.get(branch.issue)?.pr
  return number === undefined ? undefined : world.pulls.get(number)
}

export function openBranch(world: World, pr: number): Branch | undefined {
  const pull = world.pulls.get(pr)
  return pull?.status === 'open' ? world.branches.get(pull.branch) : undefined
}

/** The branches with an open pull request, and that pull request, oldest branch first. */
export function* openPulls(world: World): Generator<readonly [Branch, PullRequest], void, undefined> {
  for (const branch of world.branches.values()) {
    const pull = pullOf(world, branch)
    if (pull?.status === 'open') yield [branch, pull]
  }
}

export function touches(branch: Branch, file: string): boolean {
  return branch.commits.some((commit) => commit.file === file)
}

export function newestRelease(world: World): string | undefined {
  return [...world.releases.keys()].at(-1)
}

export function mergedIssues(world: World): ReadonlySet<number> {
  return new Set(world.master.map(({ issue }) => issue))
}

/** A run that an action of step t starts reports with the event of step t + 2. */
const stepsToReport = 2

export function startCi(world: World, pull: PullRequest): void {
  pull.ci = 'pending'
  pull.due = world.step + stepsToReport
}

/** The pull request whose run reports at this step, if there is one. */
export function duePull(world: World, step: number): number | undefined {
  for (const [, pull] of openPulls(world)) {
    if (pull.ci === 'pending' && pull.due <= step) return pull.number
  }
  return undefined
}

/** Begins a step: CI fails for the pull request named, if it is open, and passes for all others that are due. */
export function settleCi(world: World, step: number, failing: number | undefined): readonly number[] {
  world.step = step
  const passed: number[] = []
  for (const [, pull] of openPulls(world)) {
    if (pull.number === failing) pull.ci = 'failed'
    else if (pull.ci === 'pending' && pull.due <= step) {
      pull.ci = 'passed'
      passed.push(pull.number)
    }
  }
  return passed
}
