import type { Report } from '../build/report.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

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
