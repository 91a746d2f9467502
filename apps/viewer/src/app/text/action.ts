import type { Action } from '@skill-state/protocol'

/** An action as text: JSON as the model wrote it, if that is on record. */
export function actionText(action: Action, source?: string): string {
  return typeof action === 'string' ? action : (source ?? JSON.stringify(action, undefined, 2))
}
