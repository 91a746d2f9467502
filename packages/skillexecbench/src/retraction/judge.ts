import type { Action } from '@skill-state/protocol'
import { answer, type Judged, refuse, waited } from '../shared/judged.ts'
import { tellUnreadable } from '../shared/verdict.ts'
import { commands, type RetractionEvent } from './events.ts'

/** `stale`: refused, since it acts on a platform that was corrected. */
export type RetractionKind = Judged<'stale'>['kind']

/** Judges an action against the event of its step: no earlier action has a say. */
export function judge(event: RetractionEvent, action: Action): Judged<'stale'> {
  const command = commands.read(action)
  if (command === undefined) return refuse(tellUnreadable('Post, Direct, Clear or Wait'))
  if (command.kind === 'Wait') return waited
  const { train } = command
  const isTheirs = event.train === train
  if (command.kind === 'Clear') {
    const fits = isTheirs && event.kind === 'departure'
    return fits ? answer(`Cleared ${train} from the board.`) : refuse('that train is not leaving now.')
  }
  const { platform } = command
  if (command.kind === 'Direct') {
    if (!isTheirs || event.kind !== 'enquiry') return refuse('nobody is asking for that train now.')
    if (event.platform === platform) return answer(`Directed the passenger to ${train}.`)
    const { text } = refuse(`${train} does not leave from there.`)
    return { kind: event.stale.includes(platform) ? 'stale' : 'refused', text }
  }
  if (!isTheirs || (event.kind !== 'announcement' && event.kind !== 'correction'))
    return refuse('no platform is being told for that train now.')
  return event.platform === platform
    ? answer(`Posted ${train} on the board.`)
    : refuse(`that is not the platform told for ${train}.`)
}
