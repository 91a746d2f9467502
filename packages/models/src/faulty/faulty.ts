import {
  invalidOption,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type PromptLayout,
  promptText,
} from '@skill-state/protocol'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'
import { type FaultClass, faultClasses, inject } from './_inject.ts'

export interface FaultyOptions {
  /** How often a reply gets a fault of each class: 0 to 1 each, at most 1 together. */
  readonly rates: Readonly<Record<FaultClass, number>>
  /** An integer; only its lower 32 bits count. */
  readonly seed: number
  /** How the state that a prompt shows is read: those of the runtimes whose replies are spoiled. */
  readonly layouts: readonly PromptLayout[]
}

/**
 * Wraps a model and spoils some of its replies, at given rates; the response says so (`fault`). Meant for replies as A.4
 * asks for them: a fenced JSON block with a patch and an action. Any other reply is passed on as it is.
 *
 * Deterministic: what is drawn for a call depends on the seed and the call's index alone, so that the same
 * prompts in the same order get the same faults. Calls that overlap are numbered in the order in which they
 * start; give each episode a model of its own, since its faults then do not depend on the others.
 *
 * `onText` gets a reply for which a fault was drawn in one piece, when it is whole.
 *
 * Usage passes through: tokens are counted as the wrapped model wrote them. So does the finish reason, but for a
 * reply that is cut off. Throws `invalid-option`; errors of the wrapped model pass through.
 *
 * @example
 * ```ts
 * import { promptLayout } from '@skill-state/core'
 * import { faulty, scripted } from '@skill-state/models'
 *
 * const rates = { overwrite: 0, schema: 0, syntax: 1, wrong: 0 }
 * const model = faulty(scripted(['{"state_patch": {}, "action": "wait"}']), { rates, seed: 1, layouts: [promptLayout] })
 * console.log(model.id) // faulty(scripted)
 * ```
 */
export function faulty(model: Model, options: FaultyOptions): Model {
  checkOptions(options)
  const { rates, seed, layouts } = options
  const seeds = mersenne(seed)
  return {
    id: `faulty(${model.id})`,
    notice: noticeOf(model, rates),
    async generate(request: ModelRequest): Promise<ModelResponse> {
      request.signal?.throwIfAborted()
      const random = mersenne(seeds.next())
      const drawn = drawClass(rates, uniformFloat64(random))
      if (drawn === undefined) return model.generate(request)
      // Nobody hears the reply before it is spoiled.
      const { onText, ...silent } = request
      const response = await model.generate(silent)
      const injected = inject(drawn, promptText(request.prompt), response.text, random, layouts)
      const { text = response.text, finishReason = response.finishReason, fault } = injected ?? {}
      if (text !== '') onText?.(text)
      return fault ? { ...response, text, finishReason, fault } : response
    },
  }
}

/** Throws `invalid-option` if the rates or the seed are out of range. */
function checkOptions({ rates, seed }: FaultyOptions): void {
  for (const name of faultClasses) {
    const rate: unknown = rates[name]
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
      throw invalidOption(`rates.${name} must be a number from 0 to 1, not ${String(rate)}`)
    }
  }
  const sum = faultClasses.reduce((total, name) => total + rates[name], 0)
  // Shares such as 0.1 + 0.2 + 0.7 may add up to a little more than 1.
  if (sum > 1 + 1e-9) throw invalidOption(`the rates must add up to at most 1, not ${sum}`)
  if (!Number.isSafeInteger(seed)) throw invalidOption(`seed must be an integer, not ${String(seed)}`)
}

/** The class in whose share of 0 to 1 the number falls; undefined beyond the last. */
function drawClass(rates: FaultyOptions['rates'], number: number): FaultClass | undefined {
  let end = 0
  return faultClasses.find((name) => {
    end += rates[name]
    return number < end
  })
}

function noticeOf({ notice }: Model, rates: FaultyOptions['rates']): string {
  const shares = faultClasses.map((name) => `${name} ${Number(rates[name].toPrecision(4))}`).join(', ')
  const how = `are injected into the replies (${shares}; retries faulty).`
  return notice === undefined ? `Faults ${how}` : `${notice.replace(/\.$/, '')}; faults ${how}`
}
