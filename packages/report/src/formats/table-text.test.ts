import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftColumn, rightColumn, type TableColumn } from '../tables/table.ts'
import { tableText } from './table-text.ts'

const row = (...cells: string[]) => ({ cells, subject: false, group: '' })

test('columns are below their titles, figures to the right', () => {
  const columns = [
    leftColumn('Runtime'),
    rightColumn('Score'),
    rightColumn('Tokens', 'measured'),
    rightColumn('Tokens', 'paper'),
  ]
  const rows = [row('prompt', '1.00', '12,345', '9'), row('skill-state', '0.5', '7', '–')]
  expect(`\n${tableText({ columns, rows }, 80)}`).toMatchInlineSnapshot(`
    "
    Runtime      Score  Tokens  paper
    ───────────  ─────  ──────  ─────
    prompt        1.00  12,345      9
    skill-state    0.5       7      –"
  `)
})

test('a table that is too wide is broken up between figures, and each part names its rows', () => {
  const columns = [
    leftColumn('Runtime'),
    rightColumn('Score'),
    rightColumn('Tokens', 'measured'),
    rightColumn('Tokens', 'paper'),
  ]
  const rows = [row('prompt', '1.00', '12,345', '9')]
  expect(`\n${tableText({ columns, rows }, 21)}`).toMatchInlineSnapshot(`
    "
    Runtime  Score
    ───────  ─────
    prompt    1.00

    Runtime  Tokens  paper
    ───────  ──────  ─────
    prompt   12,345      9"
  `)
})

test('a cell is one line and drives no terminal', () => {
  expect(
    tableText({ columns: [leftColumn('A')], rows: [row('x\u001b[31m\n \u202ey')] }, 80).split('\n'),
  ).toEqual(['A', '─────────', 'x\uFFFD[31m \uFFFDy'])
})

test('no line is wider than the terminal, but for a figure that does not fit beside its names', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
  const table = fc.integer({ min: 1, max: 8 }).chain((figures) =>
    fc.record({
      columns: fc.tuple(
        word.map((title): TableColumn => leftColumn(title)),
        fc.array(
          word.map((title): TableColumn => rightColumn(title)),
          { minLength: figures, maxLength: figures },
        ),
      ),
      rows: fc.array(fc.array(word, { minLength: figures + 1, maxLength: figures + 1 }), { minLength: 1 }),
    }),
  )
  fc.assert(
    fc.property(table, fc.integer({ min: 26, max: 80 }), ({ columns: [first, rest], rows }, width) => {
      const all = { columns: [first, ...rest], rows: rows.map((cells) => row(...cells)) }
      const lines = tableText(all, width).split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
      const found = lines.flatMap((line) => line.trim().split(/ {2,}/)).sort()
      const parts = lines.filter((line) => line === '').length + 1
      const cells = rows.flatMap(([name = '', ...figures]) => [
        ...Array<string>(parts).fill(name),
        ...figures,
      ])
      for (const cell of cells) expect(found).toContain(cell)
      expect(lines.length).toBe(parts * (rows.length + 2) + parts - 1)
    }),
  )
})
