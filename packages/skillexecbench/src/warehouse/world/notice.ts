import { type Line, type Lines, lines } from '../../shared/lines.ts'

const forms = {
  removed: 'Notice: {item} was removed from shelf_{shelf} in an audit; it is no longer in the warehouse.',
  renamed: 'Notice: {item} on shelf_{shelf} has a new barcode; it is now {name}.',
  moved: 'Notice: {item} was moved from shelf_{shelf} to shelf_{to} by another worker.',
  cancelled: 'Notice: the order of {item} was cancelled; it should not have been shipped.',
} as const
const parts = {
  item: 'item_\\d+',
  name: 'item_\\d+',
  shelf: { number: '\\d+' },
  to: { number: '\\d+' },
} as const

/** What somebody else did to the warehouse, or to an order, as the agent is told. Shelves are numbers. */
export type Notice = Line<typeof forms, typeof parts>

export const notices: Lines<Notice> = lines(forms, parts)
