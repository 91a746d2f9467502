import { aboveTelemetry } from '../../noise/telemetry.ts'
import { type Command, formatCommand } from '../world/command.ts'
import { type Facts, type FeatureFacts, find } from './facts.ts'

/** An action, or `Wait` if no event calls for one or a fact is missing, and the reason. */
export interface Choice {
  readonly action: string
  readonly reasoning: string
}

/** What an event asks for, given what is known of what it names. */
type Answer = (feature: FeatureFacts, facts: Facts) => Choice

const events: readonly (readonly [pattern: RegExp, key: 'issue' | 'pr', answer: Answer])[] = [
  [/^(Issue #(\d+)) assigned: /, 'issue', (feature) => commit(feature, feature.files?.[0])],
  [/^(Issue #(\d+)) is ready for review\.$/, 'issue', ({ branch }) => onBranch('CreatePR', branch)],
  [/^CI Pipeline Failed for (PR #(\d+))\./, 'pr', ({ branch }) => onBranch('FixCI', branch)],
  [/^Review of (PR #(\d+)): changes requested\.$/, 'pr', (feature) => commit(feature, feature.files?.[0])],
  [/^(PR #(\d+)) was approved for merging\.$/, 'pr', (feature) => tested(feature, () => merge(feature.pr))],
  [
    /^Release requested for (PR #(\d+))\.$/,
    'pr',
    (feature) => tested(feature, () => onBranch('CreateRelease', feature.branch)),
  ],
  [
    /^Hotfix: backport the newest commit of (PR #(\d+))\.$/,
    'pr',
    ({ head }, { release }) => cherryPick(head, release),
  ],
  [
    /^Regression in (PR #(\d+)): undo its newest commit\.$/,
    'pr',
    ({ branch }) => onBranch('Rollback', branch),
  ],
]

/** Answers the event of an observation, its last line, with what is known, or may guess the rest. */
export function choose(facts: Facts, observation: string, guesses = false): Choice {
  const event = aboveTelemetry(observation).split('\n').at(-1) ?? ''
  for (const [pattern, key, answer] of events) {
    const [, name, number] = pattern.exec(event) ?? []
    if (name === undefined) continue
    const known = find(facts, key, Number(number))
    if (known === undefined && !guesses) return wait(`Nothing is known of ${name}.`)
    const { action, reasoning } = answer(
      guesses ? guess({ ...known, [key]: Number(number) }) : (known ?? {}),
      facts,
    )
    return { action, reasoning: `${event} ${reasoning}` }
  }
  return wait('Nothing in the observation calls for an action.')
}

/** Most CI passes, and there are six files. A branch cannot be guessed. */
function guess({ ci = 'passed', files = ['auth.ts'], ...known }: FeatureFacts): FeatureFacts {
  return { ...known, ci, files }
}

function commit({ branch }: FeatureFacts, file: string | undefined): Choice {
  if (branch === undefined) return missing('branch')
  if (file === undefined) return missing('file')
  return act({ verb: 'Commit', branch, file })
}

function onBranch(
  verb: 'CreatePR' | 'FixCI' | 'RunTests' | 'CreateRelease' | 'Rollback',
  branch: string | undefined,
): Choice {
  return branch === undefined ? missing('branch') : act({ verb, branch })
}

function merge(pr: number | undefined): Choice {
  return pr === undefined ? missing('number') : act({ verb: 'Merge', pr })
}

function cherryPick(commit: string | undefined, release: string | undefined): Choice {
  if (commit === undefined) return missing('newest commit')
  return release === undefined
    ? missing('newest release')
    : act({ verb: 'CherryPick', commit, branch: release })
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
  const action = formatCommand(command)
  return { action, reasoning: `So I answer with ${action}.` }
}

function missing(fact: string): Choice {
  return wait(`I do not know the ${fact}.`)
}

function wait(reasoning: string): Choice {
  return { action: 'Wait', reasoning }
}
