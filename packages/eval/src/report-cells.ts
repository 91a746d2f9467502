import type { EpisodeFigures } from './figures.ts'
import type { Cell } from './report.ts'

/** A cell of the report with the episodes behind it. */
export interface MeasuredCell {
  readonly row: Cell
  readonly episodes: readonly EpisodeFigures[]
}

/** Groups cells by what the given fields say, in the order of their first appearance. */
export function groupCells(
  cells: readonly MeasuredCell[],
  fields: readonly (keyof Cell)[],
): readonly (readonly MeasuredCell[])[] {
  const key = ({ row }: MeasuredCell): string => JSON.stringify(fields.map((field) => row[field] ?? null))
  return [...Map.groupBy(cells, key).values()]
}
