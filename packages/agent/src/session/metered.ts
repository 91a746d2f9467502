import { type Model, type ModelRequest, type ModelResponse, requestLength } from '@skill-state/protocol'
import type { AgentEvent, Spent } from '../events.ts'
import { admit, type Limits, plus, priceOf } from './meter.ts'
import { ReplyText } from './reply-text.ts'

export interface MeteredOptions {
  readonly limits: { readonly session: Limits; readonly message: Limits }
  /** What the session had spent, and what it had when the message came. */
  readonly spent: () => Spent
  readonly before: Spent
  readonly spend: (spent: Spent) => void
  readonly step: () => number
  readonly stateChars: () => number
  /** Whether a reply may be streamed, given the model's answer up to the reply's text. */
  readonly mayStream: (answer: string) => boolean
  readonly emit: (event: AgentEvent) => void
}

/** The model with its calls told, counted, and limited before they are sent. */
export function metered(model: Model, options: MeteredOptions): Model {
  const { limits, emit, step } = options
  let attempt = 0
  let last = -1
  return {
    ...model,
    async generate(request: ModelRequest): Promise<ModelResponse> {
      const index = step()
      attempt = index === last ? attempt + 1 : 1
      last = index
      const spent = options.spent()
      admit(model, request, limits.session, spent, 'session')
      admit(model, request, limits.message, minus(spent, options.before), 'message')
      emit({
        type: 'model-called',
        step: index,
        attempt,
        promptChars: requestLength(request),
        stateChars: options.stateChars(),
      })
      let reply = new ReplyText(options.mayStream)
      const response = await model.generate({
        ...request,
        onText: (piece) => {
          const text = reply.add(piece)
          if (text !== '') emit({ type: 'reply-text', step: index, text })
        },
        onRetry: (failure) => {
          reply = new ReplyText(options.mayStream)
          return request.onRetry?.(failure)
        },
      })
      const cost = priceOf(model, response.usage)
      const total = plus(spent, response.usage, cost)
      options.spend(total)
      emit({ type: 'usage', step: index, usage: response.usage, cost, total })
      warnIfNear(limits.session, total, 'session', emit)
      return response
    },
  }
}

/** Share of a limit from which on it is near. */
const NEAR = 0.8

function warnIfNear(limits: Limits, spent: Spent, scope: string, emit: (event: AgentEvent) => void): void {
  const used = { tokens: spent.inputTokens + spent.outputTokens, cost: spent.cost }
  for (const limit of ['tokens', 'cost'] as const) {
    const most = limits[limit]
    if (most === undefined || used[limit] < NEAR * most) continue
    emit({ type: 'limit-near', limit: `${scope}.${limit}`, spent: used[limit], most })
  }
}

function minus(all: Spent, before: Spent): Spent {
  return {
    calls: all.calls - before.calls,
    inputTokens: all.inputTokens - before.inputTokens,
    cachedInputTokens: all.cachedInputTokens - before.cachedInputTokens,
    outputTokens: all.outputTokens - before.outputTokens,
    cost: all.cost - before.cost,
  }
}
