import type { Action } from '@skill-state/protocol'

/** An action of B.1, read. Shelves are numbers: `shelf_42` is 42. */
export type Command =
  | { readonly verb: 'Store'; readonly item: string; readonly shelf: number }
  | { readonly verb: 'Ship'; readonly item: string; readonly shelf: number }
  | { readonly verb: 'Move'; readonly item: string; readonly from: number; readonly to: number }
  | { readonly verb: 'Wait' }

const item = '(item_[1-9][0-9]{0,8})'
const shelf = 'shelf_(0|[1-9][0-9]{0,8})'
const storeOrShip = new RegExp(`^(Store|Ship) ${item} ${shelf}$`)
const move = new RegExp(`^Move ${item} ${shelf} ${shelf}$`)

/** Reads an action to the letter: one space between words, no leading zeros. Undefined if it is not one. */
export function parseCommand(action: Action): Command | undefined {
  if (typeof action !== 'string') return undefined
  if (action === 'Wait') return { verb: 'Wait' }
  const [, verb, stored, at] = storeOrShip.exec(action) ?? []
  if ((verb === 'Store' || verb === 'Ship') && stored !== undefined) {
    return { verb, item: stored, shelf: Number(at) }
  }
  const [, moved, from, to] = move.exec(action) ?? []
  if (moved !== undefined) return { verb: 'Move', item: moved, from: Number(from), to: Number(to) }
  return undefined
}
