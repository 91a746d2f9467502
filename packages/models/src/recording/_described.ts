import type { Model } from '@skill-state/protocol'
import { known } from '../values/known.ts'

/** What a model says of itself, whether it is a plain object or not: a wrapper says the same. */
export function described(model: Model): Omit<Model, 'generate'> {
  const { id, notice, capabilities, settings } = model
  const enforce = model.enforce?.bind(model)
  return {
    id,
    ...known({ notice, capabilities, settings, enforce }),
  }
}
