import { mistakeKinds } from '../build/mistakes.ts'
import type { Report } from '../build/report.ts'
import { NOTHING, numberText } from './number-text.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

/** What was wrong with replies, in the kinds of the paper's error taxonomy and ours; rows without a mistake are left out. */
export function mistakesTable({ rows, subject }: Report): Table {
  const wrong = rows.filter(({ mistakes }) => Object.values(mistakes).some((count) => count > 0))
  const place = placeColumns(wrong)
  return {
    id: 'mistakes',
    title: 'Mistakes of an episode: rejected replies by kind, and accepted patches',
    legend:
      "The paper's failure log (Gemma-4-31B, T = 100) has overwrite 68 %, schema 20 %, syntax 12 %. Accepted patches are judged if the environment says what the state should be.",
    columns: [...place.columns, left('Runtime'), ...Object.values(mistakeKinds).map((title) => right(title))],
    rows: wrong.map((row) => ({
      cells: [
        ...place.of(row),
        row.runtime,
        ...Object.keys(mistakeKinds).map((kind) => {
          const count = row.mistakes[kind]
          return count === undefined ? NOTHING : numberText(count, 1)
        }),
      ],
      subject: row.runtime === subject,
      group: place.of({ ...row, model: '' }).join('\0'),
    })),
  }
}
