import { SkillStateError } from '@skill-state/protocol'
import { clearToolResults } from './clear-tool-results.ts'
import { full } from './full.ts'
import { last } from './last.ts'
import { observationOnly } from './observation-only.ts'
import type { PolicyRecord } from './policy.ts'
import { trim } from './trim.ts'

/** The policies that an audit judges unless others are named. */
export const defaultPolicies: readonly PolicyRecord[] = [
  full,
  ...[1, 2, 3, 6, 10, 20].map(last),
  clearToolResults(3),
  clearToolResults(1),
  observationOnly,
]

/** How policies are written on the command line. */
export const policyForms = 'full, last:K, clear-tool-results:keep=N, trim:tokens=N, observation-only'

/** Finds the policy of a name such as `last:6`. */
export function policyOf(name: string): PolicyRecord {
  if (name === full.id) return full
  if (name === observationOnly.id) return observationOnly
  const [, count] = /^last:([1-9]\d{0,5})$/.exec(name) ?? []
  if (count !== undefined) return last(Number(count))
  const [, keep] = /^clear-tool-results:keep=(\d{1,6})$/.exec(name) ?? []
  if (keep !== undefined) return clearToolResults(Number(keep))
  const [, tokens] = /^trim:tokens=([1-9]\d{0,8})$/.exec(name) ?? []
  if (tokens !== undefined) return trim(Number(tokens))
  throw new SkillStateError('invalid-option', `policy "${name}" is unknown; use one of ${policyForms}`)
}
