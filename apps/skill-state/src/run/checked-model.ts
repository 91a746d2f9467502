import { describeModel, type Model, SkillStateError } from '@skill-state/protocol'

/**
 * A model of a module of the user, checked against what models promise: what `generate` throws becomes a `SkillStateError` in
 * one line.
 */
export function checkedModel(name: string, model: Model): Model {
  return {
    ...describeModel(model),
    async generate(request) {
      const response = await model.generate(request).catch((error) => {
        request.signal?.throwIfAborted()
        throw error instanceof SkillStateError ? error : failed(name, `threw: ${reasonOf(error)}`, error)
      })
      if (typeof response?.text === 'string') return response
      throw failed(name, 'answered without a text: generate has to return { text, usage, … }')
    },
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function failed(name: string, what: string, cause?: unknown): SkillStateError {
  return new SkillStateError('model-failed', `--model: ${name} ${what}`, { cause })
}
