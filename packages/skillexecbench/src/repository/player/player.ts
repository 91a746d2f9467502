import type { Decision, Player, PromptView, SummaryView, Turn } from '@skill-state/protocol'
import { isFromStart } from '../../shared/from-start.ts'
import { choose, chooseFrom } from './decide.ts'
import { type Facts, noFacts } from './facts.ts'
import { observe } from './observe.ts'
import { patchBetween, readState, writeState } from './state.ts'
import { readSummary, writeSummary } from './summary.ts'

/**
 * Plays the repository from the prompt alone: what the prompt does not tell, it does not know, and waits. A transcript from the
 * start on tells everything; else a state does, or the summary and the turns after it. The patch also corrects a state that is
 * wrong.
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
 * Plays from the newest observation alone. Of what it does not know it guesses that the branch named there is meant; and if it
 * has no answer, it asks for a pull request of that branch again, whose refusal names it once more.
 */
export const repositoryFloor: Player = {
  decide({ observation }: PromptView): Decision {
    const facts = noFacts()
    observe(facts, observation)
    const named = facts.features.findLast(({ branch }) => branch !== undefined)
    const choice = chooseFrom(facts, named, observation)
    if (choice.action !== 'Wait' || named?.branch === undefined) return choice
    return { ...choice, action: `CreatePR(${named.branch})` }
  },
}

function recall(summary: string, turns: readonly Turn[]): Facts {
  const facts = readSummary(summary)
  for (const { observation } of turns) observe(facts, observation)
  return facts
}
