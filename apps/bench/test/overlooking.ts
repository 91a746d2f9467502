import { publishedIn } from '@skill-state/report/paper'

export const RUNTIMES = ['prompt', 'memory', 'stateful', 'skill-state'] as const
export const HORIZONS: readonly number[] = [10, 25, 50, 100, 200]

/** What the reader scores whose log-odds of a miss are so many at 3,000 characters, and grow so with the log of the length. */
export interface Point {
  readonly byLength: number
  readonly at3000: number
  readonly scores: readonly { readonly runtime: string; readonly horizon: number; readonly mean: number }[]
}

export interface OverlookingGrid {
  /** Levels tried for each growth, with so many seeds, before the likely ones were played with more. */
  readonly levels: number
  readonly coarse: number
  readonly seeds: number
  readonly points: readonly Point[]
}

/** Half of the 95 % quantile of chi-squared with one degree of freedom. */
const BAND = 1.92
/** A published spread of 0 is of five seeds: it says no less than that. */
const LEAST_ERROR = 0.01

const published = publishedIn('tab:full_scaling_results')

/** Log-likelihood of the paper's means, each normal about the reader's, by the published spread of five seeds. */
function likelihood({ scores }: Point, runtimes: readonly string[]): number {
  let sum = 0
  for (const { runtime, horizon, mean } of scores) {
    const score = published({ benchmark: 'warehouse@1', horizon, runtime, model: '' })?.score
    if (!runtimes.includes(runtime) || score === undefined || !('mean' in score)) continue
    const error = Math.max(LEAST_ERROR, (score.sd ?? 0) / Math.sqrt(5))
    sum -= (score.mean - mean) ** 2 / error ** 2 / 2
  }
  return sum
}

/** The best level of each growth, and how likely it is. */
function profile(points: readonly Point[], runtimes: readonly string[]): { point: Point; likely: number }[] {
  const slopes = [...new Set(points.map(({ byLength }) => byLength))]
  return slopes.map((slope) => {
    const tried = points.filter(({ byLength }) => byLength === slope)
    const [best] = tried
      .map((point) => ({ point, likely: likelihood(point, runtimes) }))
      .toSorted((a, b) => b.likely - a.likely)
    if (best === undefined) throw new Error('no level was played')
    return best
  })
}

/** The levels that are most likely for a growth: by all rows, or by the transcript's alone. */
export function likely(points: readonly Point[]): readonly Point[] {
  const found = [...profile(points, RUNTIMES), ...profile(points, ['prompt'])].map(({ point }) => point)
  return points.filter((point) => found.includes(point))
}

function scoreOf({ scores }: Point, name: string, T: number): number {
  return scores.find(({ runtime, horizon }) => runtime === name && horizon === T)?.mean ?? Number.NaN
}

const heads = [
  '_g_',
  'misses at 3,000 characters',
  '`prompt`',
  '`skill-state`',
  'log L, all rows',
  'log L, `prompt`',
]

/** What the grid says, as the page has it. */
export function overlookingText(grid: OverlookingGrid): string {
  const [all, alone] = [profile(grid.points, RUNTIMES), profile(grid.points, ['prompt'])]
  const band = (fits: typeof all): string => {
    const most = Math.max(...fits.map(({ likely }) => likely))
    const within = fits
      .filter(({ likely }) => likely >= most - BAND)
      .map(({ point }) => signed(point.byLength))
    return within.length === 1 ? `${within[0]}` : `${within[0]} to ${within.at(-1)}`
  }
  const wins = all.filter(
    ({ point }) => scoreOf(point, 'skill-state', 100) > scoreOf(point, 'prompt', 100) + 0.02,
  )
  const first = wins.map(({ point }) => point.byLength).toSorted((a, b) => a - b)[0]
  const isMonotone = wins.length === all.filter(({ point }) => point.byLength >= (first ?? Infinity)).length
  const rows = all.map(({ point, likely }, at) => {
    const only = alone[at]
    const cells = ['prompt', 'skill-state'].map((name) => scoreOf(point, name, 100).toFixed(2))
    const share = `${(100 / (1 + Math.exp(-point.at3000))).toFixed(1)} %`
    return [signed(point.byLength), share, ...cells, likely.toFixed(0), (only?.likely ?? 0).toFixed(0)]
  })
  return [
    `\`overlooking\` misses each carried fact with a chance whose log-odds grow by _g_ for each factor _e_ of the prompt's length. The table has`,
    `the best level of each _g_ (of ${grid.levels}, chosen with ${grid.coarse} seeds and played with ${grid.seeds}, T = 10 to 200), its scores at T = 100, and the log-likelihood`,
    "of the paper's rows.",
    '',
    ...padded([heads, ...rows]),
    '',
    `The paper's row \`prompt\` alone is most likely with _g_ of ${band(alone)}, all its rows with ${band(all)} (within ${BAND} of the best); by that measure`,
    `the best fit of all rows is ${(-Math.max(...all.map(({ likely }) => likely))).toFixed(0)} below a perfect one, so **no growth explains the paper's table**. ${
      first === undefined
        ? 'With no _g_ that was tried a state keeps more than a transcript at T = 100.'
        : `At these levels a state keeps more than a transcript at T = 100 from _g_ = ${signed(first)} on${isMonotone ? '' : ', with gaps'}.`
    }`,
  ].join('\n')
}

/** Lines of a table of numbers, each column as wide as its widest cell. */
function padded([first = [], ...rows]: readonly (readonly string[])[]): string[] {
  const widths = first.map((_, at) => Math.max(...[first, ...rows].map((row) => row[at]?.length ?? 0)))
  const lines = [first, widths.map((width) => `${'-'.repeat(width - 1)}:`), ...rows]
  return lines.map((row) => `| ${row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(' | ')} |`)
}

/** The page with what the grid says. */
export function withOverlooking(page: string, grid: OverlookingGrid): string {
  const region = /(<!-- #region overlooking -->\n)[\s\S]*?(<!-- #endregion overlooking -->)/
  return page.replace(
    region,
    (_, begin: string, end: string) => `${begin}\n${overlookingText(grid)}\n\n${end}`,
  )
}

/** The most likely point for all rows. */
export function bestFit(grid: OverlookingGrid): Point | undefined {
  return profile(grid.points, RUNTIMES).toSorted((a, b) => b.likely - a.likely)[0]?.point
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}
