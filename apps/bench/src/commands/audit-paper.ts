import { auditPaper, findingsMarkdown, type PublishedRecord } from '@skill-state/report'
import figures from '../published-figures.json' with { type: 'json' }

/** `bench audit-paper`: what the published tables say about the paper's claims. */
export function auditPaperCommand(): string {
  return findingsMarkdown(auditPaper(figures as readonly PublishedRecord[]))
}
