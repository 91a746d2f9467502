import { markdownTable } from 'markdown-table'
import type { Report, Row } from './report.ts'
import type { Spread } from './statistics.ts'

/** The report as Markdown that is readable on a terminal too. */
export function reportMarkdown(report: Report): string {
  const parts = [`# ${report.title}`, ...report.notices.map((notice) => `> ${notice}`), table(report)]
  if (report.growth.length > 0) {
    const lines = report.growth.map(
      ({ variant, runtime, from, to, exponent }) =>
        `- ${variant === undefined ? '' : `${variant}, `}${runtime}: T^${exponent.toFixed(2)} (T = ${from} to ${to})`,
    )
    parts.push(`Growth of the characters in all prompts of an episode:\n\n${lines.join('\n')}`)
  }
  if (report.failures.length > 0) {
    parts.push(
      `Failed episodes, left out of every mean:\n\n${report.failures.map((line) => `- ${line}`).join('\n')}`,
    )
  }
  return `${parts.join('\n\n')}\n`
}

function table({ columns, rows }: Report): string {
  const published = new Set(rows.flatMap((row) => Object.keys(row.published ?? {})))
  const benchmarks = new Set(rows.map((row) => row.benchmark)).size > 1
  const variants = rows.some((row) => row.variant !== undefined)
  const head = [
    ...(benchmarks ? ['Benchmark'] : []),
    ...(variants ? ['Variant'] : []),
    'T',
    'Runtime',
    ...columns.flatMap(({ id, title }) => (published.has(id) ? [title, 'paper'] : [title])),
    'Episodes',
  ]
  const body = rows.map((row) => [
    ...(benchmarks ? [row.benchmark] : []),
    ...(variants ? [row.variant ?? ''] : []),
    String(row.horizon ?? ''),
    row.runtime,
    ...columns.flatMap(({ id, decimals }) => {
      const measured = cellText(row.figures[id], decimals)
      return published.has(id) ? [measured, cellText(row.published?.[id], decimals)] : [measured]
    }),
    episodesText(row),
  ])
  const left = head.map((title) => (['Benchmark', 'Variant', 'Runtime'].includes(title) ? 'l' : 'r'))
  return markdownTable([head, ...body], { align: left })
}

function cellText(spread: Omit<Spread, 'n'> | undefined, decimals: number): string {
  if (spread === undefined) return '–'
  const number = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return spread.sd === undefined ? number(spread.mean) : `${number(spread.mean)} ± ${number(spread.sd)}`
}

function episodesText({ terminated, truncated, failed }: Row): string {
  const notes = [truncated > 0 && `${truncated} truncated`, failed > 0 && `${failed} failed`].filter(Boolean)
  const total = terminated + truncated + failed
  return notes.length > 0 ? `${total} (${notes.join(', ')})` : String(total)
}
