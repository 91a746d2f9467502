import { SkillStateError } from '@skill-state/protocol'

/** What a store throws if somebody else has appended to it. */
export function conflict(place: string, cause?: unknown): SkillStateError {
  return new SkillStateError('journal-conflict', `somebody else writes to ${place}: open it again`, { cause })
}

/** What a store throws if the journal that it has open is no longer there. */
export function removed(place: string): SkillStateError {
  return new SkillStateError(
    'journal-conflict',
    `${place} was removed while it was open: continue from a copy`,
  )
}

/** What a store throws when it is used after `close`. */
export function closed(place: string): SkillStateError {
  return new SkillStateError('journal-misuse', `${place} is closed: open it again`)
}

/** The command that goes back to the last good record of a journal in a file. */
export function repairOf(path: string): string {
  return `skill-state repair ${/^[\w@%+=:,./-]+$/.test(path) ? path : JSON.stringify(path)}`
}
