import type { Cell, PublishedFigure, Report, Row } from './report.ts'
import type { Comparison } from './report-tests.ts'
import type { Spread } from './statistics.ts'

export interface TableColumn {
  /** Two neighbours of one title are its measured and its published part. */
  readonly title: string
  readonly part?: 'measured' | 'paper'
  readonly align: 'left' | 'right'
}

export interface TableRow {
  readonly cells: readonly string[]
  /** Whether the row is of the runtime that the report is about. */
  readonly subject: boolean
  /** Rows of one group belong together: they differ in runtime and model only. */
  readonly group: string
}

/** A table of the report as text, for whatever lays it out. */
export interface Table {
  readonly id: 'figures' | 'success' | 'tests' | 'growth' | 'break-even'
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

/** The report's tables, those without a row left out. */
export function reportTables(report: Report): readonly Table[] {
  const tables = [figuresTable, successTable, testsTable, growthTable, breakEvenTable].map((build) =>
    build(report),
  )
  return tables.filter(({ rows }) => rows.length > 0)
}

/** Every figure, mean ± standard deviation, measured and published side by side. */
export function figuresTable(report: Report): Table {
  const { rows, subject } = report
  const place = placeColumns(rows)
  const published = new Set(rows.flatMap((row) => Object.keys(row.published ?? {})))
  const shown = report.columns.filter(({ id }) => published.has(id) || rows.some((row) => row.figures[id]))
  return {
    id: 'figures',
    title: 'Figures, mean ± standard deviation over seeds',
    columns: [
      ...place.columns,
      left('Runtime'),
      ...shown.flatMap(({ id, title }) => {
        if (!published.has(id)) return [right(title)]
        return [right(title, 'measured'), right(title, 'paper')]
      }),
      right('Episodes'),
    ],
    rows: rows.map((row) => ({
      cells: [
        ...place.of(row),
        row.runtime,
        ...shown.flatMap(({ id, decimals }) => {
          const measured = spreadText(row.figures[id], decimals)
          return published.has(id) ? [measured, publishedText(row.published?.[id], decimals)] : [measured]
        }),
        episodesText(row),
      ],
      subject: row.runtime === subject,
      group: place.of({ ...row, model: '' }).join('\0'),
    })),
  }
}

/** How often the problems were solved. */
export function successTable({ success, subject }: Report): Table {
  const place = placeColumns(success, 'all')
  const most = Math.max(1, ...success.map(({ passHat }) => passHat.length))
  const later = Array.from({ length: most - 1 }, (_, index) => index + 2)
  return {
    id: 'success',
    title:
      'Problems solved, 95 % interval (Wilson for one trial of each problem, else over the problems), and pass^k: all of k trials solved',
    columns: [
      ...place.columns,
      left('Runtime'),
      right('Problems'),
      right('Solved'),
      right('pass@1'),
      right('95 % interval'),
      ...later.map((k) => right(`pass^${k}`)),
    ],
    rows: success.map((each) => ({
      cells: [
        ...place.of(each),
        each.runtime,
        String(each.problems),
        `${each.successes} of ${each.episodes}`,
        each.rate.toFixed(3),
        `${each.interval[0].toFixed(3)}–${each.interval[1].toFixed(3)}`,
        ...later.map((k) => each.passHat[k - 1]?.toFixed(3) ?? NOTHING),
      ],
      subject: each.runtime === subject,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}

/** Paired t-tests of the score. */
export function testsTable({ tests, subject }: Report): Table {
  const place = placeColumns(tests)
  const noisy = tests.some(({ noise }) => noise !== undefined)
  return {
    id: 'tests',
    title: `Score of ${subject} less that of each other runtime: paired t-tests${tests.some(({ noise }) => noise) ? '; A/A: the same runtime, one half of its trials less the other' : ' by seed'}, two-sided`,
    columns: [
      ...place.columns,
      left('Against'),
      right('Pairs'),
      right('Difference'),
      right('95 % interval'),
      right('t'),
      right('df'),
      right('p'),
      ...(noisy ? [right('A/A')] : []),
    ],
    rows: tests.map((test) => ({
      cells: [...place.of(test), test.other, ...testTexts(test), ...(noisy ? [noiseText(test)] : [])],
      subject: false,
      group: place.of({ ...test, model: '' }).join('\0'),
    })),
  }
}

/** Growth exponents of the characters in all prompts of an episode. */
export function growthTable({ growth, subject }: Report): Table {
  const place = placeColumns(growth)
  return {
    id: 'growth',
    title: 'Growth of the characters in all prompts of an episode, proportional to T to the exponent',
    columns: [...place.columns, left('Runtime'), right('T'), right('Exponent')],
    rows: growth.map((each) => ({
      cells: [...place.of(each), each.runtime, `${each.from}–${each.to}`, each.exponent.toFixed(2)],
      subject: each.runtime === subject,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}

/** From which step on the subject has used no more than another runtime. */
export function breakEvenTable({ breakEven, subject }: Report): Table {
  const place = placeColumns(breakEven)
  const priced = breakEven.some(({ cost }) => cost !== undefined)
  const text = (step: number | string | undefined): string => String(step ?? NOTHING)
  return {
    id: 'break-even',
    title: `Break-even: the step from which on ${subject} has used no more than another runtime`,
    columns: [...place.columns, left('Against'), right('By tokens'), ...(priced ? [right('By cost')] : [])],
    rows: breakEven.map((each) => ({
      cells: [...place.of(each), each.other, text(each.tokens), ...(priced ? [text(each.cost)] : [])],
      subject: false,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}

type Place = Omit<Cell, 'runtime'>

/** The columns that say where a row belongs: only those in which the rows differ. `plain` stands for no variant. */
function placeColumns(
  rows: readonly Place[],
  plain = 'plain',
): { columns: TableColumn[]; of: (row: Place) => string[] } {
  const differ = (of: (row: Place) => unknown): boolean => new Set(rows.map(of)).size > 1
  const parts: [boolean, TableColumn, (row: Place) => string][] = [
    [differ(({ benchmark }) => benchmark), left('Benchmark'), ({ benchmark }) => benchmark],
    [rows.some(({ variant }) => variant !== undefined), left('Variant'), ({ variant }) => variant ?? plain],
    [rows.some(({ horizon }) => horizon !== undefined), right('T'), ({ horizon }) => String(horizon ?? '')],
    [differ(({ model }) => model), left('Model'), ({ model }) => model],
  ]
  const shown = parts.filter(([needed]) => needed)
  return { columns: shown.map(([, column]) => column), of: (row) => shown.map(([, , text]) => text(row)) }
}

function left(title: string): TableColumn {
  return { title, align: 'left' }
}

function right(title: string, part?: TableColumn['part']): TableColumn {
  return { title, align: 'right', ...(part && { part }) }
}

const NOTHING = '–'

function spreadText(spread: Omit<Spread, 'n'> | undefined, decimals: number): string {
  if (spread === undefined) return NOTHING
  const mean = numberText(spread.mean, decimals)
  return spread.sd === undefined ? mean : `${mean} ± ${numberText(spread.sd, decimals)}`
}

function publishedText(figure: PublishedFigure | undefined, decimals: number): string {
  if (figure === undefined || 'mean' in figure) return spreadText(figure, decimals)
  return figure.low === figure.high ? String(figure.low) : `${figure.low}–${figure.high}`
}

function testTexts({ result }: Comparison): string[] {
  const { pairs, meanDifference } = result
  const difference = meanDifference === undefined ? NOTHING : signed(meanDifference)
  if ('untested' in result) return [String(pairs), difference, result.untested, NOTHING, NOTHING, NOTHING]
  const [low, high] = result.interval
  const p = result.p < 0.0001 ? '< 0.0001' : result.p.toFixed(4)
  const interval = `${signed(low)} to ${signed(high)}`
  return [String(pairs), difference, interval, result.t.toFixed(2), String(result.degreesOfFreedom), p]
}

/** The subject against itself, beside the difference that it is read against. */
function noiseText({ noise }: Comparison): string {
  if (noise?.meanDifference === undefined) return NOTHING
  if ('untested' in noise) return signed(noise.meanDifference)
  const [low, high] = noise.interval
  return `${signed(noise.meanDifference)} (${signed(low)} to ${signed(high)})`
}

function signed(value: number): string {
  const text = numberText(Math.abs(value), 3)
  if (Number(text.replaceAll(',', '')) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}

function numberText(value: number, decimals: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function episodesText({ terminated, truncated, failed }: Row): string {
  const notes = [truncated > 0 && `${truncated} truncated`, failed > 0 && `${failed} failed`].filter(Boolean)
  const total = terminated + truncated + failed
  return notes.length > 0 ? `${total} (${notes.join(', ')})` : String(total)
}
