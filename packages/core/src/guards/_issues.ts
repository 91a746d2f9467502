import type { Issue } from '@skill-state/protocol'
import { firstIssues } from '../_first-issues.ts'
import { toPointer } from '../change.ts'

export function issueAt(path: readonly string[], message: string): Issue {
  return { path: toPointer(path), message }
}

/** The first of them as `firstIssues` has it, each once. */
export function listIssues(found: Iterable<Issue>): readonly Issue[] {
  const byText = new Map<string, Issue>()
  for (const issue of found) byText.set(`${issue.path}\n${issue.message}`, issue)
  return firstIssues([...byText.values()], (issue) => issue)
}
