import { joinNewest } from '../../shared/facts.ts'
import type { Facts, FeatureFacts } from './facts.ts'

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
