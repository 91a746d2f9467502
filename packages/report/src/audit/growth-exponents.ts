import { type GrowthExponents, growthExponents } from '../build/growth.ts'
import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, seriesOf } from './published-record.ts'

interface PublishedGrowth extends Required<GrowthExponents> {
  readonly environment: string
  readonly model: string
  readonly runtime: string
  readonly from: number
  readonly to: number
}

export function publishedGrowth(records: readonly PublishedRecord[]): readonly PublishedGrowth[] {
  return seriesOf(records).flatMap((own) => {
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
  const growth = publishedGrowth(records)
  const above = growth.filter(({ tokens }) => tokens.leastSquares > 2.05).length
  return {
    id: 'growth',
    title: 'Growth exponents',
    claim: 'baselines grow with O(T²) tokens, SKILL.state with O(T).',
    found: `fitted as the report fits, ${above} of ${growth.length} series grow faster than T^2.05, which no transcript of steps of one size does.`,
    ...tableOf(growth, [
      left('Series', ({ environment, model }) => `${environment}, ${model}`),
      left('Runtime', ({ runtime }) => runtime),
      right('T', ({ from, to }) => `${from}–${to}`),
      right('Characters, least squares', ({ characters }) => characters.leastSquares.toFixed(2)),
      right('endpoints', ({ characters }) => characters.endpoints.toFixed(2)),
      right('Tokens, least squares', ({ tokens }) => tokens.leastSquares.toFixed(2)),
      right('endpoints', ({ tokens }) => tokens.endpoints.toFixed(2)),
    ]),
    settledBy: 'prompt sizes by step. A memory with a fixed window and a bounded summary should grow with T.',
  }
}
