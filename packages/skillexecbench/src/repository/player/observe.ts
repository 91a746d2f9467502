import { aboveTelemetry } from '../../noise/telemetry.ts'
import { withoutNote } from '../../shared/facts.ts'
import type { Ci } from '../world/world.ts'
import { master } from '../world/world.ts'
import { type Facts, type FeatureFacts, find, findOrAdd, merge, remove } from './facts.ts'

/** How a line changes what is known; the texts are the groups of its pattern. */
type Reader = readonly [pattern: RegExp, read: (facts: Facts, ...texts: string[]) => void]

/** The result of an action: the first line, which nothing but a result begins with `Success: `. */
const results: readonly Reader[] = [
  [/^Committed (\S+) \((\S+)\) to (\S+)\.$/, (facts, head, file, branch) => push(facts, branch, head, file)],
  [/^Fixed the CI of (\S+) with (\S+)\.$/, (facts, branch, head) => push(facts, branch, head)],
  [/^Rolled (\S+) back to (\S+)\.$/, (facts, branch, head) => push(facts, branch, head)],
  [/^Started the tests of (\S+)\.$/, (facts, branch) => push(facts, branch)],
  [
    /^Opened PR #(\d+) from (\S+) into (\S+)\.$/,
    (facts, pr, branch, into) => open(facts, Number(pr), branch, into),
  ],
  [
    /^Merged PR #(\d+) from (\S+) into (\S+)\.$/,
    (facts, pr, branch = '', into = '') => merge(facts, Number(pr), branch, into),
  ],
  [
    /^Released \S+ as (\S+)\.$/,
    (facts, release) => {
      facts.release = release
    },
  ],
]

const announcements: readonly Reader[] = [
  [/^Issue #(\d+) assigned: change (\S+) on the new branch (\S+?)(?:, stacked on PR #(\d+))?\.$/, assign],
  [
    /^CI Pipeline (Passed|Failed) for PR #(\d+)\./,
    (facts, result, pr) => report(facts, pr, result === 'Passed' ? 'passed' : 'failed'),
  ],
  [
    /^Flaky test: the CI failure of PR #(\d+) was false, its CI has passed\.$/,
    (facts, pr) => report(facts, pr, 'passed'),
  ],
  [
    /^Force push: the branch of PR #(\d+) was reset to (\S+), its CI is unchanged\.$/,
    (facts, pr, head) => {
      findOrAdd(facts, { pr: Number(pr) }).head = head
    },
  ],
  [/^PR #(\d+) was closed by its author without merging\.$/, (facts, pr) => close(facts, Number(pr))],
]

/** Why an action was refused, likewise the first line. */
const errors: readonly Reader[] = [
  [
    /^the CI of PR #(\d+) is (pending|passed|failed|stale), not \w+\.$/,
    (facts, pr, ci) => report(facts, pr, ci as Ci),
  ],
  [/^PR #(\d+) is (?:merged|closed)\.$/, (facts, pr) => close(facts, Number(pr))],
  [
    /^(\S+) already has PR #(\d+) \(open\)\.$/,
    (facts, branch = '', pr) => {
      findOrAdd(facts, { branch }).pr = Number(pr)
    },
  ],
]

const success = 'Success: '
const error = 'Error: '

/** Takes up what an observation tells. Reads line by line, above any telemetry. */
export function observe(facts: Facts, observation: string): void {
  for (const [index, line] of aboveTelemetry(withoutNote(observation)).split('\n').entries()) {
    if (index === 0 && line.startsWith(success)) readLine(facts, results, line.slice(success.length))
    else if (index === 0 && line.startsWith(error)) readLine(facts, errors, line.slice(error.length))
    else readLine(facts, announcements, line)
  }
}

function readLine(facts: Facts, readers: readonly Reader[], line: string): void {
  for (const [pattern, read] of readers) {
    const found = pattern.exec(line)
    if (found === null) continue
    const [, ...texts] = found
    read(facts, ...texts)
    return
  }
}

function assign(facts: Facts, issue?: string, file?: string, branch?: string, parent?: string): void {
  const into = parent === undefined ? master : find(facts, 'pr', Number(parent))?.branch
  facts.features.push({ issue: Number(issue), branch, files: file === undefined ? [] : [file], into })
}

/** A push to a branch, or a new test run: CI runs. */
function push(facts: Facts, branch = '', head?: string, file?: string): void {
  const feature = findOrAdd(facts, { branch })
  if (head !== undefined) feature.head = head
  if (file !== undefined && feature.files?.includes(file) === false) feature.files = [...feature.files, file]
  feature.ci = 'pending'
}

function open(facts: Facts, pr: number, branch = '', into?: string): void {
  const feature: FeatureFacts = findOrAdd(facts, { branch })
  feature.pr = pr
  feature.into = into
  feature.ci = 'pending'
}

function report(facts: Facts, pr: string | undefined, ci: Ci): void {
  findOrAdd(facts, { pr: Number(pr) }).ci = ci
}

function close(facts: Facts, pr: number): void {
  const closed = find(facts, 'pr', pr)
  if (closed !== undefined) remove(facts, closed)
}
