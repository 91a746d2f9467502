import {
  type Decision,
  isJsonObject,
  type Player,
  type PromptView,
  type SummaryView,
  type Turn,
} from '@skill-state/protocol'
import { type FactKind, type Facts, factsInWords, inSentences } from '../shared/facts.ts'
import { readRecall } from './events.ts'

const rates: FactKind = { field: 'rates', words: 'has rate', told: () => undefined }

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
        const rate = knownRates(view).get(event.account)
        return rate === undefined
          ? act(`I do not know the rate of ${event.account}.`, 'Wait')
          : act(`The rate of ${event.account} is ${rate}.`, `Answer ${event.account} ${rate}`)
      }
      default:
        return act('Only the ledger changes a rate.', 'Wait')
    }
  },
  summarise: ({ summary, turns, maxChars }: SummaryView) =>
    inSentences(replay(turns, factsInWords(summary, rates)), rates, maxChars),
}

function knownRates({ state, summary = '', history }: PromptView): ReadonlyMap<string, string> {
  const kept = isJsonObject(state?.rates) ? Object.entries(state.rates) : []
  const known = factsInWords(summary, rates)
  for (const [account, rate] of kept) known.set(account, rate as string)
  // A state is newer than the turns beside it.
  return state === undefined ? replay(history, known) : known
}

/** What turns tell: by the observation, or, if that is gone, by the action that kept it. */
function replay(turns: readonly Turn[], rates: Facts): Facts {
  for (const { observation, response } of turns) {
    const event = readRecall(observation)
    const [, kept, rate] = /^Action: Keep (account_\w+) (\d+)$/m.exec(response) ?? []
    const [, closed] = /^Action: Close (account_\w+)$/m.exec(response) ?? []
    if (event?.kind === 'plant' || event?.kind === 'supersede') rates.set(event.account, event.rate)
    else if (event?.kind === 'close') rates.delete(event.account)
    else if (event === undefined && kept !== undefined && rate !== undefined) rates.set(kept, rate)
    else if (event === undefined && closed !== undefined) rates.delete(closed)
  }
  return rates
}

function act(
  reasoning: string,
  action: string,
  rates?: { readonly [account: string]: string | null },
): Decision {
  return { reasoning, patch: rates === undefined ? {} : { rates }, action }
}
