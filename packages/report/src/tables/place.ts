import type { Cell } from '../build/cells.ts'
import { leftColumn, rightColumn, type TableColumn } from './table.ts'

type Place = Omit<Cell, 'runtime'>

/** The columns that say where a row belongs: only those in which the rows differ. `plain` stands for no variant. */
export function placeColumns(
  rows: readonly Place[],
  plain = 'plain',
): { columns: TableColumn[]; of: (row: Place) => string[] } {
  const differ = (of: (row: Place) => unknown): boolean => new Set(rows.map(of)).size > 1
  const parts: [boolean, TableColumn, (row: Place) => string][] = [
    [differ(({ benchmark }) => benchmark), leftColumn('Benchmark'), ({ benchmark }) => benchmark],
    [
      rows.some(({ variant }) => variant !== undefined),
      leftColumn('Variant'),
      ({ variant }) => variant ?? plain,
    ],
    [
      rows.some(({ horizon }) => horizon !== undefined),
      rightColumn('T'),
      ({ horizon }) => String(horizon ?? ''),
    ],
    [differ(({ model }) => model), leftColumn('Model'), ({ model }) => model],
  ]
  const shown = parts.filter(([needed]) => needed)
  return { columns: shown.map(([, column]) => column), of: (row) => shown.map(([, , text]) => text(row)) }
}
