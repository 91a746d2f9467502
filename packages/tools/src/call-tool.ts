import { clock, type JsonObject, SkillStateError, type StepOptions } from '@skill-state/protocol'
import type { AnyTool } from './tool.ts'
import { ToolFailure } from './tool-failure.ts'

export interface CallOutcome {
  readonly text: string
  /** True if the tool failed, so nothing is known to have changed. */
  readonly refused: boolean
  /** True if it is not known whether the tool did anything. */
  readonly unknown?: true
  /** True if the text is the result of the tool, whole. */
  readonly isResult?: true
}

const DEFAULT_TIMEOUT_MS = 60_000

/**
 * Executes a tool. Its result, its error and its silence all become a text. Throws the signal's reason if the caller stops,
 * and a `SkillStateError` that the tool throws.
 */
export async function callTool(
  name: string,
  { execute, timeoutMs = DEFAULT_TIMEOUT_MS }: Required<Pick<AnyTool, 'execute'>> & AnyTool,
  input: unknown,
  options: StepOptions & {
    readonly state: JsonObject
    readonly context: unknown
    readonly textOf: (result: unknown) => string
  },
): Promise<CallOutcome> {
  const { key = '', signal, state, context, textOf } = options
  signal?.throwIfAborted()
  const stop = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let isLate = false
  const timer = clock.setTimeout(() => {
    isLate = true
    stop.abort()
    reject(stop.signal.reason)
  }, timeoutMs)
  // Unlike `AbortSignal.any`, nothing of the call stays with a signal that outlives it.
  const relay = (): void => {
    stop.abort(signal?.reason)
    reject(stop.signal.reason)
  }
  signal?.addEventListener('abort', relay, { once: true })
  try {
    const work = execute(input as never, { state, key, context, signal: stop.signal })
    const result = await Promise.race([work, stopped])
    return { text: textOf(result), refused: false, isResult: true }
  } catch (error) {
    signal?.throwIfAborted()
    if (isLate) {
      const text = `${name} gave no answer within ${timeoutMs / 1_000} s. Whether it did anything is not known.`
      return { text, refused: false, unknown: true }
    }
    if (error instanceof SkillStateError) throw error
    if (error instanceof ToolFailure) return { text: error.message, refused: true }
    const { cause } = Object(error) as Error
    const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '' // of a failed fetch, all that it says
    const reason = error instanceof Error ? error.message + why : String(error)
    return { text: `${name} failed: ${reason}`.toWellFormed(), refused: true }
  } finally {
    clock.clearTimeout(timer)
    signal?.removeEventListener('abort', relay)
  }
}
