import type { Action } from '@skill-state/protocol'
import { tellUnreadable } from '../shared/tell-unreadable.ts'
import type { DelayedEvent } from './events.ts'
import { commands } from './lines.ts'

export interface Verdict {
  /** `answered`: it is what the event asked for. `waited`: it did nothing. `refused`: it changed nothing. */
  readonly kind: 'answered' | 'waited' | 'refused'
  /** The line that tells the agent. Never tells a tag, nor what a rejected action named. */
  readonly text: string
}

/** Judges an action against the event of its step: no earlier action has a say. */
export function judge(event: DelayedEvent, action: Action): Verdict {
  const command = commands.read(action)
  if (command === undefined) return refuse(tellUnreadable('Accept, Return, Bring or Wait'))
  if (command.kind === 'Wait') return { kind: 'waited', text: 'Success: Waited.' }
  if (command.kind === 'Bring') {
    const { thing, room } = command
    const fits = event.kind === 'errand' && event.thing === thing && event.room === room
    return fits ? answer(`Brought ${thing} to ${room}.`) : refuse('nobody is asking for that now.')
  }
  const { guest } = command
  const isTheirs = event.kind !== 'errand' && event.guest === guest
  if (command.kind === 'Accept') {
    const fits = isTheirs && event.kind === 'deposit'
    return fits ? answer(`Accepted the bag of ${guest}.`) : refuse('that guest is not handing in a bag now.')
  }
  if (!isTheirs || event.kind !== 'return') return refuse('that guest is not coming for a bag now.')
  return event.tag === command.tag
    ? answer(`Returned the bag of ${guest}.`)
    : refuse(`that is not the tag of the bag of ${guest}.`)
}

function answer(text: string): Verdict {
  return { kind: 'answered', text: `Success: ${text}` }
}

function refuse(reason: string): Verdict {
  return { kind: 'refused', text: `Error: ${reason}` }
}
