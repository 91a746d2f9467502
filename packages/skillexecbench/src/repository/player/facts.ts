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
