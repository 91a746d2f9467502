import { type Line, type Lines, lines } from '../../shared/lines.ts'

const commandForms = {
  Commit: 'Commit({branch}, {file})',
  CherryPick: 'CherryPick({commit}, {branch})',
  Merge: 'Merge(pr_{pr})',
  CreatePR: 'CreatePR({branch})',
  FixCI: 'FixCI({branch})',
  RunTests: 'RunTests({branch})',
  CreateRelease: 'CreateRelease({branch})',
  Rollback: 'Rollback({branch})',
  Wait: 'Wait',
} as const
const commandParts = {
  branch: '[a-z][a-z0-9_]{0,39}',
  file: '[a-z][a-z0-9_]{0,39}\\.ts',
  commit: 'c[1-9][0-9]{0,8}',
  pr: { number: '[1-9][0-9]{0,8}' },
} as const

export type Command = Line<typeof commandForms, typeof commandParts>

/** Actions, to the letter: one space after a comma and none elsewhere. */
export const commands: Lines<Command> = lines(commandForms, commandParts)

/** What happens in one step. Numbers are those of issues and pull requests, which share one count. */
export type RepositoryEvent =
  | IssueEvent
  /** An issue's work is to become the pull request of this number. */
  | { readonly kind: 'review'; readonly issue: number; readonly pr: number }
  | { readonly kind: 'ci-failed'; readonly pr: number; readonly detail: string }
  | { readonly kind: PullEventKind; readonly pr: number }

export interface IssueEvent {
  readonly kind: 'issue'
  readonly issue: number
  readonly branch: string
  readonly file: string
  /** The open pull request on whose branch the new one is built; absent if it is built on master. */
  readonly stackedOn?: number
}

export type PullEventKind = 'changes' | 'merge' | 'release' | 'backport' | 'regression'

/** A change of the world outside of the agent's actions. `false-failure` comes before `flaky`, which corrects it. */
export type Drift =
  | { readonly kind: 'false-failure'; readonly pr: number; readonly detail: string }
  | { readonly kind: 'force-push' | 'flaky' | 'closed'; readonly pr: number }

export interface PlannedStep {
  readonly event: RepositoryEvent
  readonly drift?: Drift | undefined
  /** Present if the right answer depends on the drift that came before. */
  readonly dependent?: true | undefined
}

const forms = {
  issue: 'Issue #{issue} assigned: change {file} on the new branch {branch}.',
  stacked: 'Issue #{issue} assigned: change {file} on the new branch {branch}, stacked on PR #{stackedOn}.',
  review: 'Issue #{issue} is ready for review.',
  'ci-failed': 'CI Pipeline Failed for PR #{pr}. {detail}',
  changes: 'Review of PR #{pr}: changes requested.',
  merge: 'PR #{pr} was approved for merging.',
  release: 'Release requested for PR #{pr}.',
  backport: 'Hotfix: backport the newest commit of PR #{pr}.',
  regression: 'Regression in PR #{pr}: undo its newest commit.',
} as const
const parts = {
  issue: { number: '\\d+' },
  pr: { number: '\\d+' },
  stackedOn: { number: '\\d+' },
  file: '\\S+',
  branch: '\\S+',
  detail: '.*',
} as const

/** Events as the agent reads them: one line, which names issues and pull requests by number alone. */
export const eventLines: Lines<Line<typeof forms, typeof parts>> = lines(forms, parts)

export function describeEvent(event: RepositoryEvent): string {
  if (event.kind !== 'issue' || event.stackedOn === undefined) return eventLines.write(event)
  return eventLines.write({ ...event, kind: 'stacked', stackedOn: event.stackedOn })
}
