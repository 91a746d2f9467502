import {
  describeModel,
  type Model,
  type ModelRequest,
  type ModelResponse,
  SkillStateError,
} from '@skill-state/protocol'

/**
 * A model of a module of the user, checked against what models promise: what `generate` throws becomes a `SkillStateError` in
 * one line.
 */
export function checkedModel(name: string, model: Model): Model {
  const answer = async (request: ModelRequest): Promise<ModelResponse | undefined> => {
    try {
      return await model.generate(request)
    } catch (error) {
      request.signal?.throwIfAborted()
      throw error instanceof SkillStateError ? error : failed(name, `threw: ${reasonOf(error)}`, error)
    }
  }
  return {
    ...describeModel(model),
    async generate(request) {
      const response = await answer(request)
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
