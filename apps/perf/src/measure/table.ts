import { markdownTable } from 'markdown-table'
import { type Row, type Target, verdictOf } from './row.ts'

const HEAD = ['', 'figure', 'unit', 'spread', 'ratio', 'target', 'verdict']

/** The rows of one benchmark as a table that reads well in a terminal and in markdown, and their notes. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.note === undefined ? row.name : `${row.name} *`,
    formatNumber(row.figure),
    row.unit,
    row.spread ? `${formatNumber(row.spread.low)}–${formatNumber(row.spread.high)}` : '',
    row.ratio ? `${formatNumber(row.ratio.value)}× ${row.ratio.of}` : '',
    row.target ? formatTarget(row.target) : '',
    verdictOf(row) ?? '',
  ])
  const table = markdownTable([HEAD, ...cells], { align: ['l', 'r', 'l', 'r', 'l', 'l', 'l'] })
  const notes = [
    ...new Set(rows.flatMap(({ name, note }) => (note === undefined ? [] : [`* ${name}: ${note}`]))),
  ]
  return [`## ${title}`, '', table, ...(notes.length > 0 ? ['', ...notes] : []), ''].join('\n')
}

export function formatTarget(target: Target): string {
  const sign = target.on === 'ratio' ? '×' : ''
  if (target.kind === 'at-least') return `≥ ${target.value}${sign}`
  if (target.kind === 'near') return `${target.value} ± ${target.tolerance}${sign}`
  const stretch = target.stretch === undefined ? '' : `, stretch ${target.stretch}${sign}`
  return `≤ ${target.value}${sign}${stretch}`
}

/** Three significant digits; whole numbers and larger ones without decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}
