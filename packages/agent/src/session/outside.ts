import type { FailedAttempt, Model, ModelResponse } from '@skill-state/protocol'
import type { Parts } from './blueprint.ts'
import { stepOf } from './waiting.ts'

/** Does something outside of the session: if a durable host plays its turns, as a step that the host records. */
export function outside<T>(
  parts: Parts,
  key: string | undefined,
  signal: AbortSignal | undefined,
  f: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const { host } = parts.place
  if (host === undefined) return f(signal)
  parts.notExecuted.clear() // an earlier run may have executed it
  return recorded(parts, signal, () => host.step(key ?? '', f))
}

/** The model, each of whose calls is a step of the host. Its prompt is not on record: the journal can tell it. */
export function durable(parts: Parts, model: Model): Model {
  const { host } = parts.place
  if (host === undefined) return model
  let [last, attempt] = [-1, 0]
  return {
    ...model,
    async generate({ signal, ...request }) {
      const index = stepOf(parts.journal.position)
      attempt = index === last ? attempt + 1 : 1
      last = index
      const ask = () =>
        host.step<ModelResponse>(
          `${parts.journal.id}/${index}/${attempt}`,
          (until, note) =>
            model.generate({
              ...request,
              signal: until,
              onRetry: async (lost) => {
                note({ ...lost })
                await request.onRetry?.(lost)
              },
            }),
          async (lost) => await request.onRetry?.(lost as unknown as FailedAttempt),
        )
      return await recorded(parts, signal, ask)
    },
  }
}

/** A failure of the host ends the turn, before anything else of it is recorded. */
async function recorded<T>(
  parts: Parts,
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (parts.place.host?.isFailure(error)) parts.failure = { cause: error }
    else signal?.throwIfAborted()
    throw error
  }
}
