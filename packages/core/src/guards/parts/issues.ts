import type { Issue } from '@skill-state/protocol'
import { MAX_ISSUES } from '../../json/limits.ts'
import { toPointer } from '../../state/change.ts'

export function issueAt(path: readonly string[], message: string): Issue {
  return { path: toPointer(path), message }
}

/** At most `MAX_ISSUES` of them, each once, and a last line on how many more there are. */
export function listIssues(found: Iterable<Issue>): readonly Issue[] {
  const byText = new Map<string, Issue>()
  for (const issue of found) byText.set(`${issue.path}\n${issue.message}`, issue)
  const issues = [...byText.values()].slice(0, MAX_ISSUES)
  const more = byText.size - issues.length
  return more > 0 ? [...issues, { path: '', message: `and ${more} more` }] : issues
}
