import { type Model, type ModelRequest, type ModelResponse, promptText } from '@skill-state/protocol'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'
import { inject } from './_inject.ts'
import { type FaultClass, type FaultCounts, faultClasses } from './fault.ts'
import { checkOptions, type FaultyOptions } from './options.ts'

export interface FaultyModel extends Model {
  /** What became of the draws so far: a snapshot. */
  faults(): FaultCounts
}

/**
 * Wraps a model and spoils some of its replies, at given rates. Meant for replies as A.4 asks for them: a fenced
 * JSON block with a patch and an action. Any other reply is passed on as it is.
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
export function faulty(model: Model, options: FaultyOptions): FaultyModel {
  checkOptions(options)
  const { rates, seed, layouts, retries = 'faulty', onFault } = options
  const seeds = mersenne(seed)
  const asksAgain = createRetryCheck()
  const account = createAccount()
  let calls = 0

  return {
    id: `faulty(${model.id})`,
    notice: noticeOf(model, options),
    faults: () => account.counts(),
    async generate(request: ModelRequest): Promise<ModelResponse> {
      request.signal?.throwIfAborted()
      const call = calls
      calls += 1
      const random = mersenne(seeds.next())
      const drawn = drawClass(rates, uniformFloat64(random))
      const prompt = promptText(request.prompt)
      const spared = asksAgain(prompt) && retries === 'clean'

      const response = await model.generate(drawn === undefined || spared ? request : silent(request))
      if (drawn === undefined || spared) return response
      const injected = inject(drawn, prompt, response.text, random, layouts)
      account.add(drawn, injected ? 'injected' : 'skipped')
      if (!injected) return told(response, request)
      const { kind, differs, intended, text, finishReason = response.finishReason } = injected
      onFault?.({ class: drawn, kind, call, reply: text, intended: response.text, differs })
      const fault = { class: drawn, kind, intended, differs }
      return told({ ...response, text, finishReason, fault }, request)
    },
  }
}

/** The same request, whose listener does not hear the reply before it is spoiled. */
const silent = ({ onText: _, ...request }: ModelRequest): ModelRequest => request

/** The response, whose text the listener gets in one piece. */
function told(response: ModelResponse, { onText }: ModelRequest): ModelResponse {
  if (response.text !== '') onText?.(response.text)
  return response
}

/** The class in whose share of 0 to 1 the number falls; undefined beyond the last. */
function drawClass(rates: FaultyOptions['rates'], number: number): FaultClass | undefined {
  let end = 0
  return faultClasses.find((name) => {
    end += rates[name]
    return number < end
  })
}

/** Says of each prompt in turn whether it asks for the step before again: that step's prompt with more after it. */
function createRetryCheck(): (prompt: string) => boolean {
  let step = ''
  return (prompt) => {
    if (step !== '' && prompt.length > step.length && prompt.startsWith(step)) return true
    step = prompt
    return false
  }
}

interface Account {
  add(faultClass: FaultClass, outcome: 'injected' | 'skipped'): void
  counts(): FaultCounts
}

function createAccount(): Account {
  const none = { injected: 0, skipped: 0 }
  let counts: FaultCounts = { overwrite: none, schema: none, syntax: none, wrong: none }
  return {
    add: (name, outcome) => {
      counts = { ...counts, [name]: { ...counts[name], [outcome]: counts[name][outcome] + 1 } }
    },
    counts: () => counts,
  }
}

function noticeOf({ notice }: Model, { rates, retries = 'faulty' }: FaultyOptions): string {
  const shares = faultClasses.map((name) => `${name} ${Number(rates[name].toPrecision(4))}`).join(', ')
  const how = `are injected into the replies (${shares}; retries ${retries}).`
  return notice === undefined ? `Faults ${how}` : `${notice.replace(/\.$/, '')}; faults ${how}`
}
