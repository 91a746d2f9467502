import { joinNewest } from '../../shared/facts.ts'
import type { Ci } from '../world/world.ts'

/** What is known about one issue or pull request that is open. What is not known is absent. */
export interface FeatureFacts {
  issue?: number | undefined
  pr?: number | undefined
  branch?: string | undefined
  /** All files that it touches. Absent if there may be others. */
  files?: readonly string[] | undefined
  into?: string | undefined
  head?: string | undefined
  ci?: Ci | undefined
}

/** What a prompt makes known, the oldest feature first. */
export interface Facts {
  features: FeatureFacts[]
  release?: string | undefined
}

export function noFacts(): Facts {
  return { features: [] }
}

export function find(
  facts: Facts,
  key: 'issue' | 'pr' | 'branch',
  value: number | string | undefined,
): FeatureFacts | undefined {
  return value === undefined ? undefined : facts.features.find((feature) => feature[key] === value)
}

export function findOrAdd(
  facts: Facts,
  key: { readonly pr: number } | { readonly branch: string },
): FeatureFacts {
  const known = 'pr' in key ? find(facts, 'pr', key.pr) : find(facts, 'branch', key.branch)
  if (known !== undefined) return known
  const added: FeatureFacts = { ...key }
  facts.features.push(added)
  return added
}

export function remove(facts: Facts, feature: FeatureFacts): void {
  facts.features = facts.features.filter((each) => each !== feature)
}

/** Applies the rules of a merge. What cannot be worked out, because a fact about it is missing, is forgotten. */
export function merge(facts: Facts, pr: number, branch: string, into: string): void {
  const merged = find(facts, 'pr', pr) ?? find(facts, 'branch', branch) ?? {}
  remove(facts, merged)
  for (const other of facts.features) {
    invalidate(other, merged, branch, into)
    if (other.into === branch) other.into = into
    if (other.branch !== into) continue
    other.files = other.files && merged.files && [...new Set([...other.files, ...merged.files])]
    other.head = merged.head
  }
}

function invalidate(other: FeatureFacts, merged: FeatureFacts, branch: string, into: string): void {
  const isTarget = other.branch === into
  const isStacked = other.into === branch
  const shares = merged.files?.some((file) => other.files?.includes(file)) === true
  const isPull = other.pr !== undefined
  if (isPull && (isTarget || isStacked || shares)) other.ci = 'stale'
  else if (merged.files === undefined || other.files === undefined || other.into === undefined) {
    other.ci = undefined
  } else if (other.branch === undefined && into !== 'master') other.ci = undefined
}

/** Writes the facts, a line each, the oldest first. If they do not fit, the oldest lines are left out whole. */
export function writeSummary(
  { features, release }: Facts,
  maxChars: number = Number.POSITIVE_INFINITY,
): string {
  const lines = features.map(writeFeature)
  if (release !== undefined) lines.push(`Newest release: ${release}.`)
  return joinNewest(lines, '\n', maxChars)
}

function writeFeature({ issue, pr, branch, files, into, head, ci }: FeatureFacts): string {
  const parts = [
    branch === undefined ? [] : `branch ${branch}`,
    files === undefined ? [] : `files ${files.join(' ')}`,
    into === undefined ? [] : `into ${into}`,
    head === undefined ? [] : `newest commit ${head}`,
    ci === undefined ? [] : `CI ${ci}`,
  ].flat()
  return `${writeName(pr, issue)}: ${parts.join(', ')}.`
}

function writeName(pr: number | undefined, issue: number | undefined): string {
  if (pr !== undefined) return `PR #${pr}`
  return issue === undefined ? 'Branch' : `Issue #${issue}`
}

const line =
  /^(?:PR #(\d+)|Issue #(\d+)|Branch): (?:branch (\w+))?(?:(?:, )?files ([\w. ]+?))?(?:(?:, )?into (\w+))?(?:(?:, )?newest commit (\w+))?(?:(?:, )?CI (pending|passed|failed|stale))?\.$/

/** Reads what `writeSummary` wrote. Lines of another form are passed over. */
export function readSummary(summary: string): Facts {
  const facts: Facts = { features: [] }
  for (const text of summary.split('\n')) {
    const release = /^Newest release: (\w+)\.$/.exec(text)?.[1]
    if (release !== undefined) facts.release = release
    const [matched, pr, issue, branch, files, into, head, ci] = line.exec(text) ?? []
    if (matched === undefined) continue
    facts.features.push({
      pr: pr === undefined ? undefined : Number(pr),
      issue: issue === undefined ? undefined : Number(issue),
      branch,
      files: files?.split(' '),
      into,
      head,
      ci: ci as FeatureFacts['ci'],
    })
  }
  return facts
}
