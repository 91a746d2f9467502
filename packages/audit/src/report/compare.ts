import { markdownTable } from 'markdown-table'
import type { AuditDocument } from '../document/audit.ts'
import { percentWithin, whole } from '../table.ts'
import { survivalIntervals } from './intervals.ts'

/** Two audits side by side: what each policy shows, how large its prompts are, and what they cost. */
export function compareMarkdown(first: AuditDocument, second: AuditDocument): string {
  const sides = [first, second].map((audit) => ({
    audit,
    intervals: survivalIntervals(audit.perEpisode, 'all'),
  }))
  const policies = Object.keys(first.all.survival).filter((id) => id in second.all.survival)
  const rows = policies.map((id) => [
    id,
    ...(['any', 'sources'] as const).flatMap((kind) =>
      sides.map(({ audit, intervals }) =>
        percentWithin(audit.all.survival[id]?.[kind].rate ?? null, intervals.get(id)?.[kind] ?? null),
      ),
    ),
    ...sides.map(({ audit }) => whole(audit.size[id]?.meanChars ?? null)),
    ...sides.map(({ audit }) => whole(costOfCall(audit, id))),
  ])
  const columns = ['any', 'sources', 'mean chars', 'cost'].flatMap((name) => [
    `${name}, first`,
    `${name}, second`,
  ])
  return `# Two audits side by side

${counted('First', first)} ${counted('Second', second)}

${markdownTable([['policy', ...columns], ...rows], { align: ['l', ...columns.map(() => 'r')] })}

Needed values that a policy still shows, with 95 % intervals by resampling episodes. "cost" is the input of a call in uncached
tokens, if a cached token costs a tenth. Billed: ${billed(first)} first, ${billed(second)} second. The recordings may differ in tasks,
models and tools: a difference is no effect of one of them.
`
}

/** Uncached tokens that the input of a call costs in the mean. */
function costOfCall({ size, calls }: AuditDocument, policy: string): number | null {
  const cost = size[policy]?.inputCost['0.1']
  return cost === undefined || calls === 0 ? null : cost / calls
}

/** What the provider charged for an episode, if the recordings say. */
function billed({ recorded, episodes }: AuditDocument): string {
  return recorded.cost === 0 ? 'not recorded' : `${(recorded.cost / episodes).toFixed(4)} an episode`
}

function counted(name: string, { episodes, calls, all }: AuditDocument): string {
  return `${name}: ${whole(episodes)} episodes, ${whole(calls)} calls, ${whole(all.needs.values)} needed values.`
}
