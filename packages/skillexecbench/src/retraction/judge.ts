import type { Action } from '@skill-state/protocol'
import { tellUnreadable } from '../shared/tell-unreadable.ts'
import { type Command, parseCommand } from './command.ts'
import type { RetractionEvent } from './events.ts'

/** What became of an action. */
export interface Verdict {
  /**
   * `answered`: it is what the event asked for. `waited`: it did nothing. `stale`: refused, since it acts on a
   * platform that was corrected. `refused`: it changed nothing, for any other reason.
   */
  readonly kind: 'answered' | 'waited' | 'stale' | 'refused'
  /** The line that tells the agent. Never tells a platform that the action did not. */
  readonly text: string
}

/** Judges an action against the event of its step: no earlier action has a say. */
export function judge(event: RetractionEvent, action: Action): Verdict {
  const command = parseCommand(action)
  if (command === undefined) return refuse(tellUnreadable(action, 'Post, Direct, Clear or Wait'))
  switch (command.verb) {
    case 'Wait':
      return { kind: 'waited', text: 'Success: Waited.' }
    case 'Post':
      return judgePost(event, command)
    case 'Direct':
      return judgeDirect(event, command)
    case 'Clear':
      return judgeClear(event, command)
  }
}

type Verb<V extends Command['verb']> = Extract<Command, { verb: V }>
type Placing = Verb<'Post' | 'Direct'>

function judgePost(event: RetractionEvent, { train, platform }: Placing): Verdict {
  const tells = event.kind === 'announcement' || event.kind === 'correction'
  if (!tells || event.train !== train) return refuse(`no platform is being told for ${train} now.`)
  if (event.platform !== platform) return refuse(`${platform} is not the platform told for ${train}.`)
  return answer(`Posted ${train} on the board.`)
}

function judgeDirect(event: RetractionEvent, { train, platform }: Placing): Verdict {
  if (event.kind !== 'enquiry' || event.train !== train) return refuse(`nobody is asking for ${train} now.`)
  if (event.platform === platform) return answer(`Directed the passenger to ${train}.`)
  const { text } = refuse(`${train} does not leave from ${platform}.`)
  return { kind: event.stale.includes(platform) ? 'stale' : 'refused', text }
}

function judgeClear(event: RetractionEvent, { train }: Verb<'Clear'>): Verdict {
  const fits = event.kind === 'departure' && event.train === train
  return fits ? answer(`Cleared ${train} from the board.`) : refuse(`${train} is not leaving now.`)
}

function answer(text: string): Verdict {
  return { kind: 'answered', text: `Success: ${text}` }
}

function refuse(reason: string): Verdict {
  return { kind: 'refused', text: `Error: ${reason}` }
}
