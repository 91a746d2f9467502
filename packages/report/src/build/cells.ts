import type { Measured } from '../measured/measured.ts'
import type { Published } from './published.ts'

/** The episodes of one benchmark, variant, horizon, runtime and model. */
export interface Cell {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  readonly runtime: string
  readonly model: string
}

/** Names the place of a cell in its report's page. */
export function cellAnchor({ benchmark, variant = '', horizon, runtime, model }: Cell): string {
  const names = [benchmark, variant, String(horizon ?? ''), runtime, model]
  return `cell-${names.map((name) => encodeURIComponent(name.toWellFormed())).join('~')}`
}

/** A cell of the report with what its episodes come to. */
export interface MeasuredCell {
  readonly row: Cell & { readonly published?: Published | undefined }
  readonly measured: Measured
}

/** Groups cells by what the given fields say, in the order of their first appearance. */
export function groupCells(
  cells: readonly MeasuredCell[],
  fields: readonly (keyof Cell)[],
): readonly (readonly MeasuredCell[])[] {
  const key = ({ row }: MeasuredCell): string => JSON.stringify(fields.map((field) => row[field] ?? null))
  return [...Map.groupBy(cells, key).values()]
}
