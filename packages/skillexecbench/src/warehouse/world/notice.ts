/** What somebody else did to the warehouse, or to an order, as the agent is told. Shelves are numbers. */
export type Notice =
  | { readonly kind: 'removed'; readonly item: string; readonly shelf: number }
  | { readonly kind: 'renamed'; readonly item: string; readonly shelf: number; readonly name: string }
  | { readonly kind: 'moved'; readonly item: string; readonly shelf: number; readonly to: number }
  | { readonly kind: 'cancelled'; readonly item: string }

/** The notice as a line of an observation. */
export function writeNotice(notice: Notice): string {
  const { kind, item } = notice
  switch (kind) {
    case 'removed':
      return `Notice: ${item} was removed from shelf_${notice.shelf} in an audit; it is no longer in the warehouse.`
    case 'renamed':
      return `Notice: ${item} on shelf_${notice.shelf} has a new barcode; it is now ${notice.name}.`
    case 'moved':
      return `Notice: ${item} was moved from shelf_${notice.shelf} to shelf_${notice.to} by another worker.`
    case 'cancelled':
      return `Notice: the order of ${item} was cancelled; it should not have been shipped.`
  }
}

const [item, shelf] = ['(item_\\d+)', 'shelf_(\\d+)']
const removed = new RegExp(
  `^Notice: ${item} was removed from ${shelf} in an audit; it is no longer in the warehouse\\.$`,
)
const renamed = new RegExp(`^Notice: ${item} on ${shelf} has a new barcode; it is now ${item}\\.$`)
const moved = new RegExp(`^Notice: ${item} was moved from ${shelf} to ${shelf} by another worker\\.$`)
const cancelled = new RegExp(
  `^Notice: the order of ${item} was cancelled; it should not have been shipped\\.$`,
)

/** Reads a line that is a notice, to the letter. */
export function readNotice(line: string): Notice | undefined {
  const [, gone, place] = removed.exec(line) ?? []
  if (gone !== undefined) return { kind: 'removed', item: gone, shelf: Number(place) }
  const [, old, where, name] = renamed.exec(line) ?? []
  if (old !== undefined && name !== undefined) {
    return { kind: 'renamed', item: old, shelf: Number(where), name }
  }
  const [, carried, from, to] = moved.exec(line) ?? []
  if (carried !== undefined) return { kind: 'moved', item: carried, shelf: Number(from), to: Number(to) }
  const [, order] = cancelled.exec(line) ?? []
  return order === undefined ? undefined : { kind: 'cancelled', item: order }
}
