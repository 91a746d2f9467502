import type { Decision, Player, PromptView } from '@skill-state/protocol'
import { type FactKind, knownFacts, summariseFacts } from '../shared/facts.ts'
import { eventLines } from './events.ts'

/** The platform of each train that has not left. */
const platforms: FactKind = {
  field: 'platforms',
  words: 'leaves from',
  told(observation) {
    const event = eventLines.readLast(observation)
    if (event === undefined || event.kind === 'enquiry') return undefined
    return [event.train, event.kind === 'departure' ? undefined : event.platform]
  },
  said(response) {
    const [, train, platform] =
      /^Action: (?:Post|Clear) (train_\d+)(?: (platform_\d+))?$/m.exec(response) ?? []
    return train === undefined ? undefined : [train, platform]
  },
}

/** Plays from the prompt alone: a platform that it does not tell is not known. Of several, the one told last holds. */
export const retractionPlayer: Player = createPlayer()

/** Directs a passenger to a platform even if none was told: one of 99 is right. */
export const retractionAdversary: Player = createPlayer('platform_1')

function createPlayer(guess?: string): Player {
  return {
    decide(view: PromptView): Decision {
      const event = eventLines.readLast(view.observation)
      switch (event?.kind) {
        case 'announcement':
        case 'correction':
          return post(event.train, event.platform, event.kind === 'correction')
        case 'enquiry':
          return direct(event.train, knownFacts(view, platforms).get(event.train) ?? guess)
        case 'departure':
          return clear(event.train)
        case undefined:
          return wait('Nothing in the observation calls for an action.')
      }
    },
    summarise: (view) => summariseFacts(view, platforms),
  }
}

function post(train: string, platform: string, corrects: boolean): Decision {
  const told = corrects ? 'was corrected' : 'was announced'
  return {
    reasoning: `The platform of ${train} ${told}: it is ${platform}. I post it.`,
    patch: { platforms: { [train]: platform } },
    action: `Post ${train} ${platform}`,
  }
}

function direct(train: string, platform: string | undefined): Decision {
  if (platform === undefined) return wait(`A passenger asks for ${train}, but I do not know its platform.`)
  return {
    reasoning: `A passenger asks for ${train}, which leaves from ${platform}. I direct the passenger there.`,
    patch: {},
    action: `Direct ${train} ${platform}`,
  }
}

function clear(train: string): Decision {
  return {
    reasoning: `${train} has left. I clear it from the board.`,
    patch: { platforms: { [train]: null } },
    action: `Clear ${train}`,
  }
}

function wait(reasoning: string): Decision {
  return { reasoning, patch: {}, action: 'Wait' }
}
