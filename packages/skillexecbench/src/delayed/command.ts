import type { Action } from '@skill-state/protocol'

/** An action, read. */
export type Command =
  | { readonly verb: 'Accept'; readonly guest: string }
  | { readonly verb: 'Return'; readonly guest: string; readonly tag: string }
  | { readonly verb: 'Bring'; readonly thing: string; readonly room: string }
  | { readonly verb: 'Wait' }

const guest = '(guest_[1-9][0-9]{0,8})'
const accept = new RegExp(`^Accept ${guest}$`)
const giveBack = new RegExp(`^Return ${guest} ([0-9]{1,9})$`)
const bring = /^Bring ([a-z]{1,20}) (room_[1-9][0-9]{0,8})$/

/** Reads an action to the letter: one space between words, no leading zeros. Undefined if it is not one. */
export function parseCommand(action: Action): Command | undefined {
  if (typeof action !== 'string') return undefined
  if (action === 'Wait') return { verb: 'Wait' }
  const [, depositor] = accept.exec(action) ?? []
  if (depositor !== undefined) return { verb: 'Accept', guest: depositor }
  const [, claimant, tag] = giveBack.exec(action) ?? []
  if (claimant !== undefined && tag !== undefined) return { verb: 'Return', guest: claimant, tag }
  const [, thing, room] = bring.exec(action) ?? []
  if (thing !== undefined && room !== undefined) return { verb: 'Bring', thing, room }
  return undefined
}
