import { markdownPage, markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import type { tableOf } from '../tables/table.ts'

/** What the published numbers themselves say about a claim; its table has the cells that it rests on. */
export interface Finding extends Readonly<ReturnType<typeof tableOf>> {
  readonly id: string
  readonly title: string
  /** What the paper says. */
  readonly claim: string
  readonly found: string
  /** What would answer the question. */
  readonly settledBy: string
}

/** The findings as Markdown that is readable on a terminal too. */
export function findingsMarkdown(findings: readonly Finding[]): string {
  const parts = findings.flatMap((finding, index) => [
    `## ${index + 1}. ${markdownParagraph(finding.title)}`,
    markdownParagraph(`The paper: ${finding.claim}`),
    markdownParagraph(`Found: ${finding.found}`),
    tableMarkdown(finding),
    markdownParagraph(`What would settle it: ${finding.settledBy}`),
  ])
  return markdownPage('Questions to the published tables', { notices: [NOTICE], parts })
}

const NOTICE =
  'Computed from the published numbers alone. A finding is a question to the authors; several have harmless answers, such as a slip in a table.'
