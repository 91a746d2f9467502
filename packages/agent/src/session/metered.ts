import { costOf, type Model, type ModelRequest, requestLength } from '@skill-state/protocol'
import { generateMetered, type Limits, type Spent } from '@skill-state/protocol/meter'
import type { AgentEvent } from '../events.ts'
import type { TurnMeter } from './meter.ts'
import { PlainText, ReplyText } from './reply/reply-text.ts'

export interface MeteredOptions {
  readonly meter: Pick<TurnMeter, 'spendings'>
  readonly spent: () => Spent
  /** Of the session: an event tells when they are near. */
  readonly limits: Limits
  readonly step: () => number
  readonly stateChars: () => number
  /** Whether a reply may be streamed, given the model's answer up to the reply's text. */
  readonly mayStream: (answer: string) => boolean
  /** Whether a text is the reply itself. */
  readonly isNative: boolean
  readonly emit: (event: AgentEvent) => void
  /** Hears that a reply did not say what it used. */
  readonly onUnknownUsage: () => void
}

/** The model with its calls told, counted, and limited before they are sent. */
export function metered(model: Model, options: MeteredOptions): Model {
  const { meter, emit, step, onUnknownUsage } = options
  const prices = model.capabilities?.prices
  let attempt = 0
  let last = -1
  return {
    ...model,
    async generate(request: ModelRequest) {
      const index = step()
      attempt = index === last ? attempt + 1 : 1
      last = index
      const begin = () => (options.isNative ? new PlainText() : new ReplyText(options.mayStream))
      let reply = begin()
      const called = {
        type: 'model-called',
        step: index,
        attempt,
        promptChars: requestLength(request),
        stateChars: options.stateChars(),
      } as const
      const response = await generateMetered(
        model,
        {
          ...request,
          onText: (piece) => {
            const text = reply.add(piece)
            if (text !== '') emit({ type: 'reply-text', step: index, text })
          },
          onRetry: (failure) => {
            reply = begin()
            return request.onRetry?.(failure)
          },
        },
        { spendings: meter.spendings, onAdmitted: () => emit(called), onUnknownUsage },
      )
      const total = options.spent()
      const cost = prices && costOf(response.usage, prices)
      emit({ type: 'usage', step: index, usage: response.usage, cost, total })
      tellNear(options.limits, total, emit)
      return response
    },
  }
}

/** Share of a limit from which on it is near. */
const NEAR = 0.8

function tellNear(limits: Limits, spent: Spent, emit: (event: AgentEvent) => void): void {
  const used = { tokens: spent.inputTokens + spent.outputTokens, costUsd: spent.costUsd }
  for (const limit of ['tokens', 'costUsd'] as const) {
    const most = limits[limit]
    if (most === undefined || used[limit] < NEAR * most) continue
    emit({ type: 'limit-near', limit: `session.${limit}`, spent: used[limit], most })
  }
}
