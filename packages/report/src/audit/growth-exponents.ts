import { growthExponent } from '@skill-state/eval/statistics'
import { left, right } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import type { PublishedRecord } from './published-record.ts'

/** How a runtime's cost grows with the horizon, as k of T^k. */
export interface PublishedGrowth {
  readonly environment: string
  readonly model: string
  readonly runtime: string
  readonly from: number
  readonly to: number
  /** Of the characters in all prompts: mean prompt times calls. */
  readonly characters: Exponents
  readonly tokens: Exponents
}

interface Exponents {
  /** Through all horizons. */
  readonly leastSquares: number
  /** From the first horizon to the last. */
  readonly endpoints: number
}

export function publishedGrowth(records: readonly PublishedRecord[]): readonly PublishedGrowth[] {
  const series = Map.groupBy(records, ({ label, runtime }) => JSON.stringify([label, runtime]))
  return [...series.values()].flatMap((own) => {
    const [first] = own
    const characters = exponents(
      own.map(({ horizon = 0, promptChars = 0 }) => [horizon, horizon * promptChars]),
    )
    const tokens = exponents(own.map(({ horizon = 0, totalTokens = 0 }) => [horizon, totalTokens]))
    if (first?.runtime === undefined || characters === undefined || tokens === undefined) return []
    const { environment, model, runtime } = first
    const horizons = own.map(({ horizon = 0 }) => horizon)
    const [from, to] = [Math.min(...horizons), Math.max(...horizons)]
    return [{ environment, model, runtime, from, to, characters, tokens }]
  })
}

function exponents(points: readonly (readonly [number, number])[]): Exponents | undefined {
  const ordered = points.toSorted(([a], [b]) => a - b)
  const leastSquares = growthExponent(ordered)
  const endpoints = growthExponent([ordered[0], ordered.at(-1)].filter((point) => point !== undefined))
  return leastSquares === undefined || endpoints === undefined ? undefined : { leastSquares, endpoints }
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
      left('Series'),
      left('Runtime'),
      right('T'),
      right('Characters, least squares'),
      right('endpoints'),
      right('Tokens, least squares'),
      right('endpoints'),
    ],
    rows: growth.map(({ environment, model, runtime, from, to, characters, tokens }) => ({
      cells: [`${environment}, ${model}`, runtime, `${from}–${to}`, ...text(characters), ...text(tokens)],
    })),
    settledBy: 'prompt sizes by step. A memory with a fixed window and a bounded summary should grow with T.',
  }
}
