import { markdownTable } from 'markdown-table'
import type { AuditDocument } from '../document/audit.ts'
import { survivalIntervals } from './intervals.ts'
import { percentWithin, whole } from './table.ts'

/** Two audits side by side: what each policy shows, and how large its prompts are. */
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
  ])
  const columns = ['any', 'sources', 'mean chars'].flatMap((name) => [`${name}, first`, `${name}, second`])
  return `# Two audits side by side

${counted('First', first)} ${counted('Second', second)}

${markdownTable([['policy', ...columns], ...rows], { align: ['l', ...columns.map(() => 'r')] })}

Needed values that a policy still shows, with 95 % intervals by resampling episodes. The recordings may differ in tasks,
models and tools: a difference is no effect of one of them.
`
}

function counted(name: string, { episodes, calls, all }: AuditDocument): string {
  return `${name}: ${whole(episodes)} episodes, ${whole(calls)} calls, ${whole(all.needs.values)} needed values.`
}
