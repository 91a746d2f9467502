import type { Message } from '../episode.ts'

/** US dollars for a token, as a provider billed it. */
export interface BilledPrices {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/**
 * The prices that explain what a recording was billed, by least squares. `undefined` if it holds no costs, or if no prices
 * explain each of them to one percent of their mean.
 */
export function billedPrices(messages: readonly Message[]): BilledPrices | undefined {
  const rows = messages.flatMap(({ usage, cost }) =>
    usage === undefined || cost === undefined || cost === 0
      ? []
      : [
          {
            tokens: [usage.promptTokens - usage.cachedTokens, usage.cachedTokens, usage.completionTokens],
            cost,
          },
        ],
  )
  if (rows.length === 0) return undefined
  // The normal equations in units of a thousand tokens. A kind of token that never occurs has the price 0.
  const size = [0, 1, 2]
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0)
  const at = (row: (typeof rows)[number], kind: number): number => (row.tokens[kind] ?? 0) / 1_000
  const equations = size.map((i) => [
    ...size.map((j) => sum((row) => at(row, i) * at(row, j))),
    sum((row) => at(row, i) * row.cost),
  ])
  const prices = solve(equations)
  const explained = (row: (typeof rows)[number]): number =>
    size.reduce((total, i) => total + at(row, i) * (prices[i] ?? 0), 0)
  const worst = Math.max(...rows.map((row) => Math.abs(explained(row) - row.cost)))
  if (worst > (0.01 * sum(({ cost }) => cost)) / rows.length) return undefined
  const [input = 0, cached = 0, output = 0] = prices.map((price) => price / 1_000)
  return { input, cached, output }
}

/** Solves linear equations, each with its right side last, by elimination with pivots. */
function solve(equations: readonly (readonly number[])[]): readonly number[] {
  const rows = equations.map((row) => [...row])
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (const [column] of rows.entries()) {
    const pivot = rows.reduce(
      (best, _, row) =>
        row >= column && Math.abs(cell(row, column)) > Math.abs(cell(best, column)) ? row : best,
      column,
    )
    ;[rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]]
    if (Math.abs(cell(column, column)) < 1e-12) continue
    for (const [row, values] of rows.entries()) {
      if (row === column) continue
      const factor = cell(row, column) / cell(column, column)
      rows[row] = values.map((value, at) => value - factor * cell(column, at))
    }
  }
  return rows.map((row, at) => (Math.abs(cell(at, at)) < 1e-12 ? 0 : (row.at(-1) ?? 0) / cell(at, at)))
}
