import { aboveTelemetry } from '../../noise/telemetry.ts'
import { type Command, commands, eventLines } from '../world/events.ts'
import { type Facts, type FeatureFacts, find } from './facts.ts'

export interface Choice {
  readonly action: string
  readonly reasoning: string
}

/** Answers the event of an observation, its last line, with what is known, or may guess the rest. */
export function choose(facts: Facts, observation: string, guesses = false): Choice {
  const line = aboveTelemetry(observation).split('\n').at(-1) ?? ''
  const event = eventLines.read(line)
  if (event === undefined) return wait('Nothing in the observation calls for an action.')
  const named = 'pr' in event ? { pr: event.pr } : { issue: event.issue }
  const known = 'pr' in event ? find(facts, 'pr', event.pr) : find(facts, 'issue', event.issue)
  if (known === undefined && !guesses)
    return wait(`Nothing is known of ${'pr' in event ? `PR #${event.pr}` : `Issue #${event.issue}`}.`)
  const feature = guesses ? guess({ ...known, ...named }) : (known ?? {})
  const { action, reasoning } = answer(event.kind, feature, facts)
  return { action, reasoning: `${line} ${reasoning}` }
}

/** Answers as if the event were about this feature, and guesses the rest. */
export function chooseFrom(facts: Facts, named: FeatureFacts | undefined, observation: string): Choice {
  const line = aboveTelemetry(observation).split('\n').at(-1) ?? ''
  const event = eventLines.read(line)
  if (event === undefined) return wait('Nothing in the observation calls for an action.')
  const known = 'pr' in event ? find(facts, 'pr', event.pr) : find(facts, 'issue', event.issue)
  const number = 'pr' in event ? { pr: event.pr } : { issue: event.issue }
  return answer(event.kind, guess({ ...named, ...known, ...number }), facts)
}

function answer(
  kind: NonNullable<ReturnType<typeof eventLines.read>>['kind'],
  feature: FeatureFacts,
  { release }: Facts,
): Choice {
  const { branch } = feature
  switch (kind) {
    case 'issue':
    case 'stacked':
    case 'changes':
      return commit(feature, feature.files?.[0])
    case 'review':
      return onBranch('CreatePR', branch)
    case 'ci-failed':
      return onBranch('FixCI', branch)
    case 'regression':
      return onBranch('Rollback', branch)
    case 'backport':
      return cherryPick(feature.head, release)
    case 'merge':
      return tested(feature, () => merge(feature.pr))
    case 'release':
      return tested(feature, () => onBranch('CreateRelease', branch))
  }
}

/** Most CI passes, and there are six files. A branch cannot be guessed. */
function guess({ ci = 'passed', files = ['auth.ts'], ...known }: FeatureFacts): FeatureFacts {
  return { ...known, ci, files }
}

function commit({ branch }: FeatureFacts, file: string | undefined): Choice {
  if (branch === undefined) return missing('branch')
  if (file === undefined) return missing('file')
  return act({ kind: 'Commit', branch, file })
}

function onBranch(
  verb: 'CreatePR' | 'FixCI' | 'RunTests' | 'CreateRelease' | 'Rollback',
  branch: string | undefined,
): Choice {
  return branch === undefined ? missing('branch') : act({ kind: verb, branch })
}

function merge(pr: number | undefined): Choice {
  return pr === undefined ? missing('number') : act({ kind: 'Merge', pr })
}

function cherryPick(commit: string | undefined, release: string | undefined): Choice {
  if (commit === undefined) return missing('newest commit')
  return release === undefined
    ? missing('newest release')
    : act({ kind: 'CherryPick', commit, branch: release })
}

/** What was asked for if CI has passed, else what makes it pass. */
function tested({ branch, ci }: FeatureFacts, wanted: () => Choice): Choice {
  switch (ci) {
    case 'passed':
      return wanted()
    case 'stale':
      return onBranch('RunTests', branch)
    case 'failed':
      return onBranch('FixCI', branch)
    case 'pending':
      return wait('CI has not reported yet.')
    case undefined:
      return missing('CI result')
  }
}

function act(command: Command): Choice {
  const action = commands.write(command)
  return { action, reasoning: `So I answer with ${action}.` }
}

function missing(fact: string): Choice {
  return wait(`I do not know the ${fact}.`)
}

function wait(reasoning: string): Choice {
  return { action: 'Wait', reasoning }
}
