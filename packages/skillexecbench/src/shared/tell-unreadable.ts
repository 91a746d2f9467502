import type { Action } from '@skill-state/protocol'
import { quote } from './quote.ts'

/** What is wrong with an action that could not be read; `verbs` says what to use: `Store, Ship, Move or Wait`. */
export function tellUnreadable(action: Action, verbs: string): string {
  const shown = typeof action === 'string' ? quote(action) : 'a JSON value'
  return `${shown} is not an action. Use ${verbs} exactly as in the instructions.`
}
