import { byBenchmark } from '../build/parts.ts'
import type { Report } from '../build/report.ts'
import { reportTables } from '../tables/report-tables.ts'
import type { Table, TableRow } from '../tables/table.ts'
import { latexText } from './_latex-text.ts'

const HEAD = String.raw`% For \input in a document that loads, with pdfLaTeX, the packages fontenc (T1), textcomp, booktabs and longtable.
\begingroup
\scriptsize
\setlength{\tabcolsep}{2pt}
\setlength{\LTcapwidth}{\linewidth}`

/** The report's tables for a LaTeX document to `\input`: one booktabs longtable each, with the notices in every caption. */
export function reportLatex(report: Report): string {
  const tables = byBenchmark(report).flatMap((part) =>
    reportTables(part).map((table) => layOut(table, [report.title, part.name, table.title], report.notices)),
  )
  const failures =
    report.failures.length === 0
      ? []
      : [String.raw`\paragraph{Failed episodes}`, ...report.failures.map((line) => `${latexText(line)}\\par`)]
  return [HEAD, ...tables, ...failures, String.raw`\endgroup`, ''].join('\n')
}

function layOut(table: Table, titles: readonly string[], notices: readonly string[]): string {
  const align = table.columns.map((column) => (column.align === 'left' ? 'l' : 'r')).join('')
  const title = `${titles.filter((each) => each !== '').join('. ')}.`
  const caption = [title, ...(table.legend === undefined ? [] : [table.legend]), ...notices]
    .map(latexText)
    .join(' ')
  const head = [String.raw`\toprule`, ...heading(table), String.raw`\midrule`]
  return [
    String.raw`\begin{longtable}{@{}${align}@{}}`,
    String.raw`\caption{${caption}}\\`,
    ...head,
    String.raw`\endfirsthead`,
    ...head,
    String.raw`\endhead`,
    String.raw`\bottomrule`,
    String.raw`\endlastfoot`,
    ...table.rows.flatMap((row, index) => rowLines(row, table.rows[index - 1])),
    String.raw`\end{longtable}`,
  ].join('\n')
}

/** Two lines if figures are measured and published: the title over both, then which is which. */
function heading({ columns }: Table): string[] {
  if (columns.every(({ part }) => part === undefined)) {
    return [`${columns.map(({ title }) => latexText(title)).join(' & ')} ${NEXT_ROW}`]
  }
  const titles = columns.flatMap(({ title, part }) => {
    if (part === 'paper') return []
    return [part === 'measured' ? String.raw`\multicolumn{2}{c}{${latexText(title)}}` : latexText(title)]
  })
  const rules = columns.flatMap(({ part }, index) =>
    part === 'measured' ? [String.raw`\cmidrule(lr){${index + 1}-${index + 2}}`] : [],
  )
  const parts = columns.map(({ part }) => part ?? '')
  return [`${titles.join(' & ')} ${NEXT_ROW}`, rules.join(''), `${parts.join(' & ')} ${NEXT_ROW}`]
}

const NEXT_ROW = String.raw`\\`

function rowLines({ cells, subject, group }: TableRow, before: TableRow | undefined): string[] {
  const texts = cells.map(latexText).map((text) => (subject ? String.raw`\textbf{${text}}` : text))
  const rule = before !== undefined && before.group !== group ? [String.raw`\addlinespace`] : []
  return [...rule, `${texts.join(' & ')} ${NEXT_ROW}`]
}
