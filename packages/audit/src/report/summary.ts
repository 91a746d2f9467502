import type { AuditDocument } from '../document/audit.ts'
import { percent, whole } from '../table.ts'

/** What was audited, in two sentences. */
export function summaryOf({ episodes, calls, all, recorded, size }: AuditDocument): string {
  const { needs } = all
  const carried = Object.values(all.sources).reduce((sum, { notInObservation }) => sum + notInObservation, 0)
  const cached = (size.full?.sharedPrefixChars ?? 0) / (size.full?.totalChars || Number.NaN)
  return [
    `${whole(episodes)} episodes with ${whole(calls)} model calls, which needed ${whole(needs.values)} values:`,
    `${whole(needs.sourced)} from users and tools, ${whole(needs.inP)} from the system prompt,`,
    `${whole(needs.assistantOnly)} only from the model's own words, ${whole(needs.never)} from nowhere (made up, computed or reworded).`,
    `${whole(carried)} of those from users and tools were not in the observation of their call: something had to carry them.`,
    ...(recorded.cachedShare === null
      ? []
      : [
          `The provider billed ${percent(recorded.cachedShare)} of the prompt tokens as cached; the prefixes alone would allow ${percent(Number.isNaN(cached) ? null : cached)}.`,
        ]),
  ].join(' ')
}

/** What a reader must not conclude. */
export function notices({ write, calls }: AuditDocument): readonly string[] {
  return [
    'A value that is visible is not a value that a model uses. These figures are no score: they say what a policy makes impossible, not what succeeds.',
    ...(calls > 0 && write.needs.values === 0
      ? ['No call of a write tool was found. Name the tools that change something with --write-tools.']
      : []),
  ]
}
