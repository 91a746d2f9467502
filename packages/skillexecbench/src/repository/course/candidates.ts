import type { PullEventKind } from '../world/events.ts'
import { type Branch, newestRelease, openPulls, type PullRequest, type World } from '../world/world.ts'

export interface Candidates {
  readonly kind: 'issue' | 'review' | PullEventKind
  readonly weight: number
  readonly numbers: readonly number[]
}

/** Features at work at a time, from the assignment to the merge. */
const fewestFeatures = 3
const maxFeatures = 6

/** The kinds of event that are possible now, never none. None is about the pull request `except`. */
export function listCandidates(world: World, except: number | undefined): readonly Candidates[] {
  const atWork = world.assignments.size
  const assignment: Candidates = { kind: 'issue', weight: 3, numbers: [] }
  if (atWork < fewestFeatures) return [assignment]
  const unopened = [...world.assignments.values()].filter(({ pr }) => pr === undefined)
  const pulls = [...openPulls(world)].filter(([, { number }]) => number !== except)
  const tested = pulls.filter(([, { ci }]) => ci === 'passed' || ci === 'stale')
  const released = newestRelease(world) === undefined ? [] : pulls
  const candidates: readonly Candidates[] = [
    { kind: 'review', weight: 3, numbers: unopened.map(({ issue }) => issue) },
    { kind: 'changes', weight: 1, numbers: numbersOf(pulls) },
    { kind: 'merge', weight: 3, numbers: numbersOf(tested) },
    { kind: 'release', weight: 2, numbers: numbersOf(tested) },
    { kind: 'backport', weight: 1, numbers: numbersOf(released) },
    { kind: 'regression', weight: 1, numbers: numbersOf(pulls.filter(([branch]) => canUndo(branch))) },
  ]
  const possible = candidates.filter(({ numbers }) => numbers.length > 0)
  return atWork < maxFeatures ? [assignment, ...possible] : possible
}

/** Only a commit of the feature itself is undone, never one that a stacked feature brought. */
function canUndo({ commits, issue }: Branch): boolean {
  return commits.length > 1 && commits.at(-1)?.issue === issue
}

function numbersOf(pulls: readonly (readonly [Branch, PullRequest])[]): readonly number[] {
  return pulls.map(([, { number }]) => number)
}
