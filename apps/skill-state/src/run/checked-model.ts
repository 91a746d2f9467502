import { describeModel, type Model, type ModelResponse, SkillStateError } from '@skill-state/protocol'

/**
 * A model of a module of the user, checked against what models promise: what `generate` throws becomes a `SkillStateError` in
 * one line, and it ends when the signal is aborted, even if the module does not listen to it.
 */
export function checkedModel(name: string, model: Model): Model {
  return {
    ...describeModel(model),
    async generate(request) {
      const response = await unlessAborted(() => model.generate(request), request.signal).catch((error) => {
        request.signal?.throwIfAborted()
        throw error instanceof SkillStateError ? error : failed(name, `threw: ${reasonOf(error)}`, error)
      })
      if (typeof response?.text === 'string') return response
      throw failed(name, 'answered without a text: generate has to return { text, usage, … }')
    },
  }
}

async function unlessAborted(
  work: () => Promise<ModelResponse>,
  signal: AbortSignal | undefined,
): Promise<ModelResponse> {
  if (signal === undefined) return work()
  const done = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    done.abort()
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function failed(name: string, what: string, cause?: unknown): SkillStateError {
  return new SkillStateError('model-failed', `--model: ${name} ${what}`, { cause })
}
