import type { Model } from '@skill-state/protocol'

/** Raised instead of a call that no limit leaves room for. */
export class LimitReached extends Error {}

/** The model, which is not asked again once it has used so many tokens, input and output together. */
export function limitTokens(model: Model, most: number | undefined): Model {
  if (most === undefined) return model
  let used = 0
  const { id, notice, capabilities, settings } = model
  return {
    id,
    ...(notice !== undefined && { notice }),
    ...(capabilities !== undefined && { capabilities }),
    ...(settings !== undefined && { settings }),
    ...(model.enforce !== undefined && { enforce: model.enforce.bind(model) }),
    async generate(request) {
      if (used >= most) throw new LimitReached(`${used} tokens are used, of ${most}`)
      const response = await model.generate(request)
      const { inputTokens = 0, outputTokens = 0 } = response.usage
      used += inputTokens + outputTokens
      return response
    },
  }
}
