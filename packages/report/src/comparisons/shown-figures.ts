import type { RunComparison } from '@skill-state/eval/compare'
import { numberText, signed } from '../tables/number-text.ts'

type ComparedRow = RunComparison['rows'][number]

/** A row with the one of its figures that a table shows. */
export type Shown<Row, Figure> = Row & { readonly figure: Figure }

interface ShownColumn<Row, Figure> {
  readonly title: string
  readonly decimals: number
  readonly shown: readonly Shown<Row, Figure>[]
}

/** The figures of one column, with the rows that have it; columns that no row has are left out. */
export function shownFigures<
  Figure extends { readonly id: string },
  Row extends { readonly figures: readonly Figure[] },
>({
  columns,
  rows,
}: Pick<RunComparison, 'columns'> & { readonly rows: readonly Row[] }): readonly ShownColumn<
  Row,
  Row['figures'][number]
>[] {
  return columns
    .map(({ id, title, decimals }) => {
      const shown = rows.flatMap((row) => {
        const figure = row.figures.find((each) => each.id === id)
        return figure === undefined ? [] : [{ ...row, figure }]
      })
      return { title, decimals, shown }
    })
    .filter(({ shown }) => shown.length > 0)
}

/** What a reader must know before the figures of a comparison. */
export function comparisonNotices(comparison: RunComparison): readonly string[] {
  return [
    ...conditionNotice(comparison),
    ...unpairedNotices(comparison.rows),
    ...insideNotices(comparison),
    ...unmeasuredNotice(comparison.rows),
  ]
}

function conditionNotice({ differing, rows }: RunComparison): string[] {
  const names = [
    ...(rows.some(({ against }) => against) ? ['runtime'] : []),
    ...differing.map((each) => each.condition),
  ]
  if (names.length === 0)
    return ['Both runs have the same conditions: what differs below differs by chance, or by code.']
  if (names.length === 1) return []
  return [
    `Warning: the runs differ in more than one thing (${names.join(', ')}): what differs below may be due to any.`,
  ]
}

/** Names are many; so many are shown. */
const SHOWN = 5

/** One line for the rows that lack the same tasks. */
function unpairedNotices(rows: readonly ComparedRow[]): string[] {
  const lacking = rows.filter(({ unpaired }) => unpaired.length > 0)
  const alike = Map.groupBy(lacking, ({ pairs, unpaired }) => JSON.stringify([pairs, unpaired]))
  return [...alike.values()].map((group) => {
    const { pairs = 0, unpaired = [] } = group[0] ?? {}
    const names = unpaired.map(({ task, run, reason }) => `${task} ${reason} in ${run}`)
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
    const tasks = new Set(unpaired.map(({ task }) => task)).size
    return `${group.map(rowName).join(', ')}: ${tasks} of ${pairs + tasks} tasks have no pair and are in no figure: ${names.slice(0, SHOWN).join(', ')}${more}.`
  })
}

/** One line for each figure that has such rows; if nothing differs there is nothing to warn of. */
function insideNotices({ columns, rows }: RunComparison): string[] {
  return shownFigures({ columns, rows }).flatMap(({ title, decimals, shown }) => {
    const finer = differenceDecimals(decimals)
    const inside = shown.flatMap(({ figure: { difference, noise }, ...row }) => {
      if (difference === 0 || 'unmeasured' in noise || !noise.inside) return []
      return [`${rowName(row)} (${signed(difference, finer)}, noise ± ${numberText(noise.margin, finer)})`]
    })
    return inside.length === 0 ? [] : [`${title}: inside repetition noise: ${inside.join(', ')}.`]
  })
}

function unmeasuredNotice(rows: readonly ComparedRow[]): string[] {
  const unmeasured = rows.filter(({ figures }) => figures.some(({ noise }) => 'unmeasured' in noise))
  if (unmeasured.length === 0) return []
  return [
    `Repetition noise is unknown of ${unmeasured.map(rowName).join(', ')}: no task was tried twice under the same conditions, so differences there are not read against it. A second run of A's conditions tells it: --repetition.`,
  ]
}

type Named = Pick<ComparedRow, 'benchmark' | 'variant' | 'horizon' | 'runtime' | 'against'>

/** Names a row in a sentence. */
export function rowName(row: Named): string {
  const { benchmark, variant, horizon } = row
  const place = [benchmark, variant, horizon === undefined ? undefined : `T=${horizon}`, runtimeName(row)]
  return place.filter((part) => part !== undefined).join(' ')
}

/** What is compared in a row: a runtime with itself, or with another. */
export function runtimeName({ runtime, against }: Pick<Named, 'runtime' | 'against'>): string {
  return against === undefined ? runtime : `${runtime} − ${against}`
}

/** A difference of figures deserves a digit more than they do, if they have digits at all. */
export function differenceDecimals(decimals: number): number {
  return decimals === 0 ? 0 : decimals + 1
}
