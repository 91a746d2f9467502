import { countCharacters } from '@skill-state/eval'
import { printableLine } from '@skill-state/protocol'
import type { Table, TableColumn } from '../tables/table.ts'

const GAP = '  '

/** A column with its texts, padded to one width. */
type Strip = readonly string[]

/**
 * A table for a terminal of so many characters: aligned, with a rule under its heading. If it is wider, its figures
 * stand in several tables one below the other, each with the columns that name the rows; a column is never cut.
 */
export function tableText({ columns, rows }: Pick<Table, 'columns' | 'rows'>, width: number): string {
  const strips = columns.map((column, index) =>
    strip(column, [...rows.map(({ cells }) => cells[index] ?? '')]),
  )
  const naming = columns.findLastIndex(({ align }) => align === 'left') + 1
  const names = strips.slice(0, naming)
  const figures = units(columns.slice(naming), strips.slice(naming))
  return breakUp(figures, width - widthOf(names) + GAP.length)
    .map((group) => linesOf([...names, ...group]).join('\n'))
    .join('\n\n')
}

function strip({ title, part, align }: TableColumn, cells: readonly string[]): Strip {
  const texts = [part === 'paper' ? 'paper' : title, ...cells].map(printableLine)
  const width = Math.max(...texts.map(countCharacters))
  const pad = (text: string): string => ' '.repeat(width - countCharacters(text))
  const padded = texts.map((text) => (align === 'left' ? text + pad(text) : pad(text) + text))
  const [head = '', ...body] = padded
  return [head, '─'.repeat(width), ...body]
}

/** What is published stays beside what was measured. */
function units(columns: readonly TableColumn[], strips: readonly Strip[]): Strip[][] {
  const found: Strip[][] = []
  for (const [index, each] of strips.entries()) {
    if (columns[index]?.part === 'paper') found.at(-1)?.push(each)
    else found.push([each])
  }
  return found
}

/** Fills one table after the other; each has one unit at least. */
function breakUp(figures: readonly (readonly Strip[])[], room: number): Strip[][] {
  const groups: Strip[][] = []
  for (const unit of figures) {
    const last = groups.at(-1)
    if (last !== undefined && widthOf([...last, ...unit]) <= room) last.push(...unit)
    else groups.push([...unit])
  }
  return groups.length === 0 ? [[]] : groups
}

/** With the gaps after each. */
function widthOf(strips: readonly Strip[]): number {
  return strips.reduce((total, [head = '']) => total + countCharacters(head) + GAP.length, 0)
}

function linesOf(strips: readonly Strip[]): string[] {
  const [first = []] = strips
  return first.map((_, line) =>
    strips
      .map((each) => each[line] ?? '')
      .join(GAP)
      .trimEnd(),
  )
}
