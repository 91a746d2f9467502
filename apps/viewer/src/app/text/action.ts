import { type Action, callsOf } from '@skill-state/protocol'

/** An action as text: JSON as the model wrote it, if that is on record. */
export function actionText(action: Action, source?: string): string {
  if (typeof action === 'string') return action
  const calls = callsOf(action)
  return calls
    ? calls.map((call) => actionText(call)).join('\n')
    : (source ?? JSON.stringify(action, undefined, 2))
}
