import { costOf, type Model, type ModelRequest, requestLength } from '@skill-state/protocol'
import { generateMetered, type Limits, type Spent } from '@skill-state/protocol/meter'
import type { AgentEvent } from '../events.ts'
import type { Parts } from './blueprint.ts'
import type { TurnMeter } from './meter.ts'
import { PlainText, ReplyText } from './reply/reply-text.ts'
import { stepOf } from './waiting.ts'

/**
 * The model with its calls told, counted, and limited before they are sent. `mayStream`: whether a reply may be streamed, given the
 * model's answer up to the reply's text.
 */
export function metered(
  parts: Pick<Parts, 'agent' | 'journal' | 'ledger' | 'emit'>,
  model: Model,
  { spendings }: Pick<TurnMeter, 'spendings'>,
  mayStream: (answer: string) => boolean,
): Model {
  const { agent, journal, ledger } = parts
  const emit = (event: AgentEvent): void => parts.emit(event) // whose hearer changes with the turn
  const isNative = agent.run.reply?.answer === 'native'
  const begin = () => (isNative ? new PlainText() : new ReplyText(mayStream))
  const prices = model.capabilities?.prices
  let attempt = 0
  let last = -1
  return {
    ...model,
    async generate(request: ModelRequest) {
      const { position } = journal
      const step = stepOf(position)
      attempt = step === last ? attempt + 1 : 1
      last = step
      let reply = begin()
      const [promptChars, stateChars] = [requestLength(request), position.state.text.length]
      const response = await generateMetered(
        model,
        {
          ...request,
          onText: (piece) => {
            const text = reply.add(piece)
            if (text !== '') emit({ type: 'reply-text', step, text })
          },
          onRetry: (failure) => {
            reply = begin()
            return request.onRetry?.(failure)
          },
        },
        {
          spendings,
          onAdmitted: () => emit({ type: 'model-called', step, attempt, promptChars, stateChars }),
          onUnknownUsage: () => ledger.tellUnknown(model.id),
        },
      )
      const total = ledger.spent
      const cost = prices && costOf(response.usage, prices)
      emit({ type: 'usage', step, usage: response.usage, cost, total })
      tellNear(agent.limits.session, total, emit)
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
