import {
  describeModel,
  type Model,
  type ModelRequest,
  type ModelResponse,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'

/**
 * A model of a module of the user, checked against what models promise: what `generate` throws becomes a `SkillStateError` in
 * one line, and what a reply leaves out is filled in, so that a cache and a recording keep it.
 */
export function checkedModel(name: string, model: Model): Model {
  const answer = async (request: ModelRequest): Promise<Partial<ModelResponse> | undefined> => {
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
      if (typeof response?.text !== 'string')
        throw failed(name, 'answered without a text: generate has to return { text, usage, … }')
      const { text, usage = {}, model: answeredBy = model.id, finishReason = 'stop' } = response
      return { ...response, text, usage, model: answeredBy, finishReason }
    },
  }
}

function failed(name: string, what: string, cause?: unknown): SkillStateError {
  return new SkillStateError('model-failed', `--model: ${name} ${what}`, { cause })
}
