/** A table of Markdown, its columns padded; the first row is the heading. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...body] = rows
  const widths = heading.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const rule = widths.map((width, at) =>
    at === 0 ? `:${'-'.repeat(width - 1)}` : `${'-'.repeat(width - 1)}:`,
  )
  const padded = [heading, ...body].map((row) =>
    widths.map((width, at) => (at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width))),
  )
  const [first = [], ...rest] = padded
  return [first, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
