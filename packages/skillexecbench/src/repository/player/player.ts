import type { Decision, Player, PromptView, SummaryView, Turn } from '@skill-state/protocol'
import { aboveTelemetry } from '../../noise/telemetry.ts'
import { isFromStart } from '../../shared/facts.ts'
import { eventLines } from '../world/events.ts'
import { choose, chooseFrom } from './decide.ts'
import { type Facts, noFacts, readSummary, writeSummary } from './facts.ts'
import { observe } from './observe.ts'
import { patchBetween, readState, writeState } from './state.ts'

/**
 * Plays from the prompt alone: a transcript from the start on, else a state, else the summary and the turns after it. The
 * patch also corrects a state that is wrong.
 */
export function repositoryPlayer({ guesses = false }: { readonly guesses?: boolean } = {}): Player {
  return {
    decide(view: PromptView): Decision {
      const facts =
        view.state === undefined || isFromStart(view.history)
          ? recall(view.summary ?? '', view.history)
          : readState(view.state)
      observe(facts, view.observation)
      const patch = patchBetween(view.state ?? writeState(noFacts()), writeState(facts))
      return { ...choose(facts, view.observation, guesses), patch }
    },
    summarise({ summary, turns, maxChars }: SummaryView): string {
      return writeSummary(recall(summary, turns), maxChars)
    },
  }
}

/**
 * Plays from the newest observation alone, and carries one branch in its actions: a pull request of it, asked for again,
 * is refused in words that name it. A search over tables of such rules found no better one.
 */
export const repositoryFloor: Player = {
  decide({ observation }: PromptView): Decision {
    const facts = noFacts()
    observe(facts, observation)
    const [, unasked] = /^Error: no review of (\S+) was requested\.$/m.exec(observation) ?? []
    const named =
      unasked === undefined
        ? facts.features.findLast(({ branch }) => branch !== undefined)
        : { branch: unasked, pr: undefined }
    const event = eventLines.readLast(aboveTelemetry(observation))
    const choice = chooseFrom(facts, named, observation)
    const isMeant = event === undefined || !('pr' in event) || event.pr === named?.pr
    if (named?.branch === undefined || (isMeant && choice.action !== 'Wait')) return choice
    const carries = unasked === undefined ? `CreatePR(${named.branch})` : `Commit(${unasked}, auth.ts)`
    return { ...choice, action: carries }
  },
}

function recall(summary: string, turns: readonly Turn[]): Facts {
  const facts = readSummary(summary)
  for (const { observation } of turns) observe(facts, observation)
  return facts
}
