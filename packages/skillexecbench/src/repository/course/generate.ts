import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { pick } from '../../noise/random.ts'
import { rightAnswer } from '../world/answer.ts'
import { announce, beginNews } from '../world/begin.ts'
import type { Drift, PlannedStep, PullEventKind, RepositoryEvent } from '../world/events.ts'
import { apply } from '../world/transitions.ts'
import type { Branch, PullRequest, World } from '../world/world.ts'
import { duePull, emptyWorld, files, nameBranch, newestRelease, openPulls } from '../world/world.ts'
import { type Cue, type Scenario, scriptOf } from './scenario.ts'

export interface StepOptions {
  readonly seed: number
  readonly horizon: number
  readonly scenario?: Scenario | undefined
}

interface Draft {
  readonly random: RandomGenerator
  /** The repository of an agent that answers every event rightly. */
  readonly world: World
  readonly usedNames: Set<string>
  number: number
  /** What a scenario is about: no event but those of its script concerns it, or touches its file. */
  subject?: { readonly issue: number; readonly file: string; pr?: number }
}

const noCue: Cue = {}

/** The events of an episode, each drawn from those that a rightly acting agent could answer: the seed fixes them all. */
export function generateSteps({ seed, horizon, scenario }: StepOptions): readonly PlannedStep[] {
  const draft: Draft = { random: mersenne(seed), world: emptyWorld(), usedNames: new Set(), number: 0 }
  const script = scenario === undefined ? () => noCue : scriptOf(scenario, horizon)
  const steps: PlannedStep[] = []
  for (let step = 0; step < horizon; step += 1) {
    const planned = planStep(draft, step, script(step), scenario !== undefined)
    const answer = rightAnswer(draft.world, planned.event)
    if (answer !== undefined) apply(draft.world, answer)
    steps.push(planned)
  }
  return steps
}

function planStep(draft: Draft, step: number, cue: Cue, hasSubject: boolean): PlannedStep {
  const drift = cue.drift === undefined ? undefined : drawDrift(draft, cue.drift)
  const failure = cue.event === undefined ? drawFailure(draft, step) : undefined
  beginNews(draft.world, step, { event: failure, drift })
  const event = failure ?? (cue.event === undefined ? drawEvent(draft) : cuedEvent(draft, cue.event))
  if (hasSubject && step === 0 && event.kind === 'issue')
    draft.subject = { issue: event.issue, file: event.file }
  announce(draft.world, event)
  return { event, drift, dependent: cue.dependent }
}

/** One run in three fails, if it reports at a step that is free. */
function drawFailure(draft: Draft, step: number): RepositoryEvent | undefined {
  const pr = duePull(draft.world, step)
  if (pr === undefined || pr === draft.subject?.pr || uniformInt(draft.random, 0, 2) > 0) return undefined
  return { kind: 'ci-failed', pr, detail: drawDetail(draft) }
}

function drawEvent(draft: Draft): RepositoryEvent {
  const kinds = listCandidates(draft.world, draft.subject?.pr)
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0)
  let left = uniformInt(draft.random, 0, total - 1)
  for (const { kind, weight, numbers } of kinds) {
    left -= weight
    if (left >= 0) continue
    if (kind === 'issue') return drawIssue(draft)
    const number = pick(draft.random, numbers)
    return kind === 'review' ? review(draft, number) : { kind, pr: number }
  }
  return drawIssue(draft)
}

function cuedEvent(draft: Draft, kind: NonNullable<Cue['event']>): RepositoryEvent {
  const { subject } = draft
  if (kind === 'issue' || subject === undefined) return drawIssue(draft)
  if (kind !== 'review') return { kind, pr: subject.pr ?? 0 }
  const event = review(draft, subject.issue)
  subject.pr = event.pr
  return event
}

function review(draft: Draft, issue: number): Extract<RepositoryEvent, { kind: 'review' }> {
  draft.number += 1
  return { kind: 'review', issue, pr: draft.number }
}

/** A feature request for one of the files; half are stacked on an open pull request, if there is one. */
function drawIssue(draft: Draft): RepositoryEvent {
  const { random, subject } = draft
  draft.number += 1
  const branch = nameBranch(random, draft.usedNames)
  const file = pick(
    random,
    files.filter((each) => each !== subject?.file),
  )
  const parents = [...openPulls(draft.world)]
    .map(([, { number }]) => number)
    .filter((pr) => pr !== subject?.pr)
  const isStacked = uniformInt(random, 0, 1) === 0 && parents.length > 0
  const stack = isStacked ? { stackedOn: pick(random, parents) } : {}
  return { kind: 'issue', issue: draft.number, branch, file, ...stack }
}

function drawDrift(draft: Draft, kind: Drift['kind']): Drift {
  const pr = draft.subject?.pr ?? 0
  return kind === 'false-failure' ? { kind, pr, detail: drawDetail(draft) } : { kind, pr }
}

function drawDetail({ random }: Draft): string {
  const line = uniformInt(random, 1, 400)
  return pick(random, [
    `Linter error on line ${line}.`,
    `Type error on line ${line}.`,
    `Test ${line} timed out.`,
  ])
}

interface Candidates {
  readonly kind: 'issue' | 'review' | PullEventKind
  readonly weight: number
  readonly numbers: readonly number[]
}

/** Features at work at a time, from the assignment to the merge. */
const fewestFeatures = 3
const maxFeatures = 6

/** The kinds of event that are possible now, never none. None is about the pull request `except`. */
function listCandidates(world: World, except: number | undefined): readonly Candidates[] {
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
