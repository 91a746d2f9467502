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
  const noted = rows.filter(({ note }) => note !== undefined).map(({ name, note }) => `* ${name}: ${note}`)
  const notes = noted.length > 0 ? ['', ...new Set(noted)] : []
  return [`## ${title}`, '', table, ...notes, ''].join('\n')
}

export function formatTarget(target: Target): string {
  const value = `${target.value}${target.on === 'ratio' ? '×' : ''}`
  if (target.kind === 'near') return `${value} ± ${target.tolerance}`
  return `${target.kind === 'at-least' ? '≥' : '≤'} ${value}`
}

/** Three significant digits; whole numbers and larger ones without decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}
