import type { Action } from '@skill-state/protocol'

/** An action, read. */
export type Command =
  | { readonly verb: 'Post' | 'Direct'; readonly train: string; readonly platform: string }
  | { readonly verb: 'Clear'; readonly train: string }
  | { readonly verb: 'Wait' }

const train = '(train_[1-9][0-9]{0,8})'
const postOrDirect = new RegExp(`^(Post|Direct) ${train} (platform_[1-9][0-9]{0,8})$`)
const clear = new RegExp(`^Clear ${train}$`)

/** Reads an action to the letter: one space between words, no leading zeros. Undefined if it is not one. */
export function parseCommand(action: Action): Command | undefined {
  if (typeof action !== 'string') return undefined
  if (action === 'Wait') return { verb: 'Wait' }
  const [, verb, named, platform] = postOrDirect.exec(action) ?? []
  if ((verb === 'Post' || verb === 'Direct') && named !== undefined && platform !== undefined) {
    return { verb, train: named, platform }
  }
  const [, cleared] = clear.exec(action) ?? []
  return cleared === undefined ? undefined : { verb: 'Clear', train: cleared }
}
