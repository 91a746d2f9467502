import type { Report, Row } from '../build/report.ts'
import { mistakeKinds } from '../measured/mistakes.ts'
import { NOTHING, numberText } from './number-text.ts'
import { type Column, runtimeTable } from './runtime-table.ts'
import { rightColumn, type Table } from './table.ts'

/** What was wrong with replies, in the kinds of the paper's error taxonomy and ours; rows without a mistake are left out. */
export function mistakesTable({ rows, subject }: Report): Table {
  const wrong = rows.filter(({ mistakes }) => Object.values(mistakes).some((count) => count > 0))
  return {
    id: 'mistakes',
    title: 'Mistakes of an episode: rejected replies by kind, and accepted patches',
    legend:
      "The paper's failure log (Gemma-4-31B, T = 100) has overwrite 68 %, schema 20 %, syntax 12 %. Accepted patches are judged if the environment says what the state should be.",
    ...runtimeTable(
      wrong,
      subject,
      Object.entries(mistakeKinds).map(
        ([kind, title]): Column<Row> => [
          rightColumn(title),
          ({ mistakes }) => (mistakes[kind] === undefined ? NOTHING : numberText(mistakes[kind], 1)),
        ],
      ),
    ),
  }
}
