import type { Action } from '@skill-state/protocol'
import { tellUnreadable } from '../shared/tell-unreadable.ts'
import { type Command, parseCommand } from './command.ts'
import type { DelayedEvent } from './events.ts'

/** What became of an action. */
export interface Verdict {
  /** `answered`: it is what the event asked for. `waited`: it did nothing. `refused`: it changed nothing. */
  readonly kind: 'answered' | 'waited' | 'refused'
  /** The line that tells the agent. Never tells a tag that the action did not. */
  readonly text: string
}

/** Judges an action against the event of its step: no earlier action has a say. */
export function judge(event: DelayedEvent, action: Action): Verdict {
  const command = parseCommand(action)
  if (command === undefined) return refuse(tellUnreadable(action, 'Accept, Return, Bring or Wait'))
  switch (command.verb) {
    case 'Wait':
      return { kind: 'waited', text: 'Success: Waited.' }
    case 'Accept':
      return judgeAccept(event, command)
    case 'Return':
      return judgeReturn(event, command)
    case 'Bring':
      return judgeBring(event, command)
  }
}

type Verb<V extends Command['verb']> = Extract<Command, { verb: V }>

function judgeAccept(event: DelayedEvent, { guest }: Verb<'Accept'>): Verdict {
  const fits = event.kind === 'deposit' && event.guest === guest
  return fits ? answer(`Accepted the bag of ${guest}.`) : refuse(`${guest} is not handing in a bag now.`)
}

function judgeReturn(event: DelayedEvent, { guest, tag }: Verb<'Return'>): Verdict {
  if (event.kind !== 'return' || event.guest !== guest) return refuse(`${guest} is not coming for a bag now.`)
  if (event.tag !== tag) return refuse(`${tag} is not the tag of the bag of ${guest}.`)
  return answer(`Returned the bag of ${guest}.`)
}

function judgeBring(event: DelayedEvent, { thing, room }: Verb<'Bring'>): Verdict {
  const fits = event.kind === 'errand' && event.thing === thing && event.room === room
  return fits ? answer(`Brought ${thing} to ${room}.`) : refuse(`${room} is not asking for ${thing} now.`)
}

function answer(text: string): Verdict {
  return { kind: 'answered', text: `Success: ${text}` }
}

function refuse(reason: string): Verdict {
  return { kind: 'refused', text: `Error: ${reason}` }
}
