import { growthExponent, spread } from '@skill-state/eval/statistics'
import type { Measured } from '../measured/measured.ts'
import { groupCells, type MeasuredCell } from './cells.ts'
import type { PublishedFigure } from './published.ts'

/** Two estimates of the k of T^k. */
interface Exponents {
  /** Slope of the least-squares line through all points, on log axes. */
  readonly leastSquares: number
  /** From the mean at the first horizon to the mean at the last. */
  readonly endpoints: number
}

/** How the prompts and the tokens of an episode grow with the horizon. */
export interface GrowthExponents {
  /** Of the characters in all prompts. */
  readonly characters: Exponents
  /** Absent if an episode's tokens are unknown. */
  readonly tokens?: Exponents
}

export interface Growth extends GrowthExponents {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly runtime: string
  readonly model: string
  readonly from: number
  readonly to: number
  /** Of the published figures of the same cells: characters are the mean prompt times the horizon. */
  readonly published?: GrowthExponents | undefined
}

type Point = readonly [horizon: number, value: number]

/** Exponents for each series with two horizons or more, over its terminated episodes. */
export function buildGrowth(cells: readonly MeasuredCell[]): readonly Growth[] {
  return groupCells(cells, ['benchmark', 'variant', 'runtime', 'model']).flatMap((series) => {
    const [first] = series
    if (series.length < 2) return [] // all of one horizon
    const at = (of: (measured: Measured) => readonly number[]): Point[] =>
      series.flatMap(({ row: { horizon }, measured }) =>
        horizon === undefined ? [] : of(measured).map((value) => [horizon, value] as const),
      )
    const characters = at(({ promptChars }) => promptChars)
    const tokens = at(({ totalTokens }) => totalTokens)
    const found = growthExponents(characters, tokens.length < characters.length ? [] : tokens)
    if (first === undefined || found === undefined) return []
    const { benchmark, variant, runtime, model } = first.row
    const [from, to] = endsOf(characters)
    const published = publishedExponents(series)
    return [{ benchmark, variant, runtime, model, from, to, ...found, published }]
  })
}

function publishedExponents(series: readonly MeasuredCell[]): GrowthExponents | undefined {
  const at = (id: string, factor: (horizon: number) => number): Point[] =>
    series.flatMap(({ row: { horizon, published } }) => {
      const mean = meanOf(published?.[id])
      return horizon === undefined || mean === undefined ? [] : [[horizon, mean * factor(horizon)] as const]
    })
  return growthExponents(
    at('promptChars', (horizon) => horizon),
    at('totalTokens', () => 1),
  )
}

function meanOf(figure: PublishedFigure | undefined): number | undefined {
  return figure && 'mean' in figure ? figure.mean : undefined
}

/** `undefined` for fewer than two horizons. */
export function growthExponents(
  characters: readonly Point[],
  tokens: readonly Point[],
): GrowthExponents | undefined {
  const [ofCharacters, ofTokens] = [characters, tokens].map(exponents)
  if (ofCharacters === undefined || ofTokens === undefined)
    return ofCharacters && { characters: ofCharacters }
  return { characters: ofCharacters, tokens: ofTokens }
}

function exponents(points: readonly Point[]): Exponents | undefined {
  const ends = endsOf(points).flatMap((end): Point[] => {
    const mean = spread(points.flatMap(([horizon, value]) => (horizon === end ? [value] : [])))?.mean
    return mean === undefined ? [] : [[end, mean]]
  })
  const [leastSquares, endpoints] = [growthExponent(points), growthExponent(ends)]
  return leastSquares === undefined || endpoints === undefined ? undefined : { leastSquares, endpoints }
}

function endsOf(points: readonly Point[]): readonly [from: number, to: number] {
  return points.reduce(
    ([from, to], [horizon]) => [Math.min(from, horizon), Math.max(to, horizon)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}
