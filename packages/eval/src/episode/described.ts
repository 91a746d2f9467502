import type { Enforcement, JsonObject, Model } from '@skill-state/protocol'

/** What a model says of itself, whether it is a plain object or not. */
export function described(model: Model): Omit<Model, 'generate'> {
  const { id, notice, capabilities, settings } = model
  return {
    id,
    ...(notice !== undefined && { notice }),
    ...(capabilities && { capabilities }),
    ...(settings && { settings }),
    ...(model.enforce && { enforce: (schema: JsonObject) => model.enforce?.(schema) ?? NOT_ENFORCED }),
  }
}

const NOT_ENFORCED: Enforcement = { enforced: false, dialect: 'none', reasons: [] }
