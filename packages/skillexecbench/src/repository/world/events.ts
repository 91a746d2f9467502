/** What happens in one step. Numbers are those of issues and pull requests, which share one count. */
export type RepositoryEvent =
  | IssueEvent
  /** An issue's work is to become the pull request of this number. */
  | { readonly kind: 'review'; readonly issue: number; readonly pr: number }
  | { readonly kind: 'ci-failed'; readonly pr: number; readonly detail: string }
  | { readonly kind: PullEventKind; readonly pr: number }

/** A feature request: a change of one file on a branch of its own. */
export interface IssueEvent {
  readonly kind: 'issue'
  readonly issue: number
  readonly branch: string
  readonly file: string
  /** The open pull request on whose branch the new one is built; absent if it is built on master. */
  readonly stackedOn?: number
}

/** What can be asked for about an open pull request. */
export type PullEventKind = 'changes' | 'merge' | 'release' | 'backport' | 'regression'

/** A change of the world outside of the agent's actions. `false-failure` comes before `flaky`, which corrects it. */
export type Drift =
  | { readonly kind: 'false-failure'; readonly pr: number; readonly detail: string }
  | { readonly kind: 'force-push' | 'flaky' | 'closed'; readonly pr: number }

/** One step of the task, as the seed fixes it. */
export interface PlannedStep {
  readonly event: RepositoryEvent
  readonly drift?: Drift
  /** Present if the right answer depends on the drift that came before. */
  readonly dependent?: true
}

/** The event as the agent reads it: one line, which names issues and pull requests by number alone. */
export function describeEvent(event: RepositoryEvent): string {
  switch (event.kind) {
    case 'issue': {
      const stack = event.stackedOn === undefined ? '' : `, stacked on PR #${event.stackedOn}`
      return `Issue #${event.issue} assigned: change ${event.file} on the new branch ${event.branch}${stack}.`
    }
    case 'review':
      return `Issue #${event.issue} is ready for review.`
    case 'ci-failed':
      return describeFailure(event.pr, event.detail)
    case 'changes':
      return `Review of PR #${event.pr}: changes requested.`
    case 'merge':
      return `PR #${event.pr} was approved for merging.`
    case 'release':
      return `Release requested for PR #${event.pr}.`
    case 'backport':
      return `Hotfix: backport the newest commit of PR #${event.pr}.`
    case 'regression':
      return `Regression in PR #${event.pr}: undo its newest commit.`
  }
}

export function describeFailure(pr: number, detail: string): string {
  return `CI Pipeline Failed for PR #${pr}. ${detail}`
}
