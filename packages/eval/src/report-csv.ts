import { stringify } from 'csv-stringify/sync'
import type { Report } from './report.ts'

/** The report's rows as CSV (RFC 4180): unrounded figures, an empty field where there is none. */
export function reportCsv({ columns, rows }: Report): string {
  const head = [
    'benchmark',
    'variant',
    'horizon',
    'runtime',
    'model',
    'terminated',
    'truncated',
    'failed',
    ...columns.flatMap(({ id }) => [id, `${id}Sd`, `${id}Published`, `${id}PublishedSd`]),
  ]
  const body = rows.map((row) => [
    row.benchmark,
    row.variant,
    row.horizon,
    row.runtime,
    row.model,
    row.terminated,
    row.truncated,
    row.failed,
    ...columns.flatMap(({ id }) => {
      const measured = row.figures[id]
      const published = row.published?.[id]
      return [measured?.mean, measured?.sd, published?.mean, published?.sd]
    }),
  ])
  return stringify([head, ...body])
}
