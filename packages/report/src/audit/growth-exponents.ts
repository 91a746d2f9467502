import { type Exponents, type GrowthExponents, growthExponents } from '../build/growth.ts'
import { leftColumn, rightColumn } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import type { PublishedRecord } from './published-record.ts'

/** How a runtime's prompts and tokens grow with the horizon. */
interface PublishedGrowth extends Required<GrowthExponents> {
  readonly environment: string
  readonly model: string
  readonly runtime: string
  readonly from: number
  readonly to: number
}

export function publishedGrowth(records: readonly PublishedRecord[]): readonly PublishedGrowth[] {
  const series = Map.groupBy(records, ({ label, runtime }) => JSON.stringify([label, runtime]))
  return [...series.values()].flatMap((own) => {
    const [first] = own
    const { characters, tokens } =
      growthExponents(
        own.map(({ horizon = 0, promptChars = 0 }) => [horizon, horizon * promptChars]),
        own.map(({ horizon = 0, totalTokens = 0 }) => [horizon, totalTokens]),
      ) ?? {}
    if (first?.runtime === undefined || characters === undefined || tokens === undefined) return []
    const { environment, model, runtime } = first
    const horizons = own.map(({ horizon = 0 }) => horizon)
    const [from, to] = [Math.min(...horizons), Math.max(...horizons)]
    return [{ environment, model, runtime, from, to, characters, tokens }]
  })
}

export function growthFinding(records: readonly PublishedRecord[]): Finding {
  const text = ({ leastSquares, endpoints }: Exponents): string[] => [
    leastSquares.toFixed(2),
    endpoints.toFixed(2),
  ]
  const growth = publishedGrowth(records)
  const above = growth.filter(({ tokens }) => tokens.leastSquares > 2.05).length
  return {
    id: 'growth',
    title: 'Growth exponents',
    claim: 'baselines grow with O(T²) tokens, SKILL.state with O(T).',
    found: `fitted as the report fits, ${above} of ${growth.length} series grow faster than T^2.05, which no transcript of steps of one size does.`,
    columns: [
      leftColumn('Series'),
      leftColumn('Runtime'),
      rightColumn('T'),
      rightColumn('Characters, least squares'),
      rightColumn('endpoints'),
      rightColumn('Tokens, least squares'),
      rightColumn('endpoints'),
    ],
    rows: growth.map(({ environment, model, runtime, from, to, characters, tokens }) => ({
      cells: [`${environment}, ${model}`, runtime, `${from}–${to}`, ...text(characters), ...text(tokens)],
    })),
    settledBy: 'prompt sizes by step. A memory with a fixed window and a bounded summary should grow with T.',
  }
}
