import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { type FactKind, knownFacts, summariseFacts } from '../shared/facts.ts'
import { readRecall } from './events.ts'

const rates: FactKind = {
  field: 'rates',
  words: 'has rate',
  told(observation) {
    const event = readRecall(observation)
    if (event?.kind === 'plant' || event?.kind === 'supersede') return [event.account, event.rate]
    return event?.kind === 'close' ? [event.account, undefined] : undefined
  },
  said(response) {
    const [, account, rate] = /^Action: (?:Keep|Close) (account_\w+)(?: (\d+))?$/m.exec(response) ?? []
    return account === undefined ? undefined : [account, rate]
  },
}

/** Plays from the prompt alone: a rate that the prompt does not tell, it does not know, and waits. */
export const recallPlayer: Player = {
  decide(view: PromptView): Decision {
    const event = readRecall(view.observation)
    switch (event?.kind) {
      case 'plant':
      case 'supersede':
        return act(
          `The ledger says ${event.rate} for ${event.account}.`,
          `Keep ${event.account} ${event.rate}`,
          {
            [event.account]: event.rate,
          },
        )
      case 'close':
        return act(`${event.account} is closed.`, `Close ${event.account}`, { [event.account]: null })
      case 'question': {
        const rate = knownFacts(view, rates).get(event.account)
        return rate === undefined
          ? act(`I do not know the rate of ${event.account}.`, 'Wait')
          : act(`The rate of ${event.account} is ${rate}.`, `Answer ${event.account} ${rate}`)
      }
      default:
        return act('Only the ledger changes a rate.', 'Wait')
    }
  },
  summarise: (view) => summariseFacts(view, rates),
}

function act(
  reasoning: string,
  action: string,
  rates?: { readonly [account: string]: string | null },
): Decision {
  return { reasoning, patch: rates === undefined ? {} : { rates }, action }
}
