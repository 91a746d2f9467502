import type { Issue } from '@skill-state/protocol'
import { MAX_ISSUES } from './limits.ts'

/** At most `MAX_ISSUES` findings in words, and a last line on how many more there are. */
export function firstIssues<T>(found: readonly T[], describe: (finding: T) => Issue): readonly Issue[] {
  const issues = found.slice(0, MAX_ISSUES).map(describe)
  const more = found.length - issues.length
  return more > 0 ? [...issues, { path: '', message: `and ${more} more` }] : issues
}
