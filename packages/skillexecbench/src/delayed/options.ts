import { SkillStateError } from '@skill-state/protocol'
import { requirePositiveInteger } from '../shared/require-positive-integer.ts'

/** Throws `invalid-option` if the horizon leaves too few steps for several tags to be told and needed. */
export function requireHorizon(horizon: unknown, distance: number): number {
  const steps = requirePositiveInteger('horizon', horizon)
  if (steps >= 2 * distance) return steps
  throw new SkillStateError(
    'invalid-option',
    `horizon must be at least ${2 * distance} for a distance of ${distance}, not ${steps}`,
  )
}
