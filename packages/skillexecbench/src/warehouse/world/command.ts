import { type Line, type Lines, lines } from '../../shared/lines.ts'

const forms = {
  Store: 'Store {item} shelf_{shelf}',
  Ship: 'Ship {item} shelf_{shelf}',
  Move: 'Move {item} shelf_{from} shelf_{to}',
  Wait: 'Wait',
} as const
const parts = {
  item: 'item_[1-9][0-9]{0,8}',
  shelf: { number: '0|[1-9][0-9]{0,8}' },
  from: { number: '0|[1-9][0-9]{0,8}' },
  to: { number: '0|[1-9][0-9]{0,8}' },
} as const

/** An action of B.1, read. Shelves are numbers: `shelf_42` is 42. */
export type Command = Line<typeof forms, typeof parts>

/** Actions, to the letter: one space between words, no leading zeros. */
export const commands: Lines<Command> = lines(forms, parts)
