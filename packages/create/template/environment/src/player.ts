import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { COMPARTMENTS } from './events.ts'
import { stateSchema } from './skill.ts'
import { type Contents, readContents, readEvent, tellContent } from './words.ts'

/**
 * Plays from what the prompt shows and nothing else: the state, or else the summary and the turns. It proves that the
 * tasks can be solved, and with it `--model reference` runs the benchmark without a language model.
 */
export const player: Player = {
  decide(view): Decision {
    const event = readEvent(view.observation)
    const contents = knownContents(view)
    switch (event?.kind) {
      case 'delivery': {
        const free = freeCompartment(contents)
        if (free === undefined) return wait(`I know of no empty compartment for ${event.parcel}.`)
        const { parcel, person } = event
        return {
          reasoning: `Compartment ${free} is the first empty one.`,
          patch: { compartments: { [free]: { parcel, person } } },
          action: `Store ${parcel} in ${free}`,
        }
      }
      case 'collection': {
        const compartment = compartmentOf(contents, event.person)
        if (compartment === undefined) return wait(`I do not know where the parcel of ${event.person} is.`)
        return {
          reasoning: `The parcel of ${event.person} is in compartment ${compartment}.`,
          patch: { compartments: { [compartment]: null } },
          action: `Open ${compartment}`,
        }
      }
      case 'redirection': {
        const compartment = compartmentOf(contents, event.from)
        const patch = compartment === undefined ? {} : { [compartment]: { person: event.to } }
        return {
          reasoning: `From now on the parcel is for ${event.to}.`,
          patch: { compartments: patch },
          action: 'Note',
        }
      }
      case undefined:
        return wait('Nothing calls for an action.')
    }
  },

  summarise({ summary, turns, maxChars = Number.POSITIVE_INFINITY }) {
    const contents: Contents = new Map()
    for (const text of [summary, ...turns.map(({ observation }) => observation)]) readContents(text, contents)
    const lines = Array.from(contents, ([compartment, content]) => tellContent(compartment, content))
    while (lines.join('\n').length > maxChars) lines.shift()
    return lines.join('\n')
  },
}

/** What the prompt tells of the compartments, the newest observation last. */
function knownContents({ state, summary = '', history, observation }: PromptView): Contents {
  const shown = stateSchema.safeParse(state)
  const contents: Contents = new Map(shown.success ? Object.entries(shown.data.compartments) : [])
  const told = shown.success ? [] : [summary, ...history.map((turn) => turn.observation)]
  for (const text of [...told, observation]) readContents(text, contents)
  return contents
}

function freeCompartment(contents: Contents): string | undefined {
  const numbers = Array.from({ length: COMPARTMENTS }, (_, index) => String(index + 1))
  return numbers.find((number) => !contents.has(number))
}

function compartmentOf(contents: Contents, person: string): string | undefined {
  return [...contents].find(([, content]) => content.person === person)?.[0]
}

function wait(reasoning: string): Decision {
  return { reasoning, patch: {}, action: 'Wait' }
}
