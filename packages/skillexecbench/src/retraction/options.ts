import { SkillStateError } from '@skill-state/protocol'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'

/** Throws `invalid-option` if the horizon has no room for a fact and an action that depends on it. */
export function requireHorizon(horizon: unknown): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps > 1) return steps
  throw new SkillStateError('invalid-option', `horizon must be at least 2, not ${steps}`)
}
