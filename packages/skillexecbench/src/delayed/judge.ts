import type { Action } from '@skill-state/protocol'
import { answer, type Judged, refuse, waited } from '../shared/judged.ts'
import { tellUnreadable } from '../shared/verdict.ts'
import { commands, type DelayedEvent } from './events.ts'

/** Judges an action against the event of its step: no earlier action has a say. */
export function judge(event: DelayedEvent, action: Action): Judged {
  const command = commands.read(action)
  if (command === undefined) return refuse(tellUnreadable('Accept, Return, Bring or Wait'))
  if (command.kind === 'Wait') return waited
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
