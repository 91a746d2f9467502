import type { Action } from '@skill-state/protocol'

/** What is wrong with an action that could not be read; `verbs` says what to use: `Store, Ship, Move or Wait`. */
export function tellUnreadable(action: Action, verbs: string): string {
  const shown = typeof action === 'string' ? quote(action) : 'a JSON value'
  return `${shown} is not an action. Use ${verbs} exactly as in the instructions.`
}

const limit = 80

/** Shows untrusted text on one line: quoted, with control characters escaped, cut after 80 characters. */
function quote(text: string): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
