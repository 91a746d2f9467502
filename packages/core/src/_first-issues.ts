import type { Issue } from '@skill-state/protocol'
import { MAX_ISSUES } from './limits.ts'

/** At most `MAX_ISSUES` of them, and a last line on how many more there are. */
export function firstIssues(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - MAX_ISSUES
  return more > 0 ? [...issues.slice(0, MAX_ISSUES), { path: '', message: `and ${more} more` }] : issues
}
