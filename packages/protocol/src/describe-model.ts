import type { Model } from './model.ts'

/** What a model says of itself, whether it is a plain object or not: a wrapper says the same. */
export function describeModel(model: Model): Omit<Model, 'generate'> {
  const { id, notice, capabilities, settings } = model
  return {
    id,
    ...(notice !== undefined && { notice }),
    ...(capabilities && { capabilities }),
    ...(settings && { settings }),
    ...(model.enforce && { enforce: model.enforce.bind(model) }),
  }
}
