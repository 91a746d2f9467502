import { invalidOption, printableLine, SkillStateError } from '@skill-state/protocol'

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

/** Bytes of an id in UTF-8: a place in a path or an index of a database has room for them. */
const MOST_BYTES = 1_024

/**
 * The id; throws `invalid-option` if it cannot name a journal. An id has 1 to 1,024 bytes in UTF-8, and neither a control character
 * nor half of a surrogate pair: every store can keep it, and no two become one. It does not end like `~1`.
 */
export function checkId(id: string | undefined): string {
  if (id === undefined || id === '') {
    throw invalidOption('a new journal needs an id: give one that no other journal has')
  }
  const reason = problemOf(id)
  if (reason === undefined) return id
  const shown = printableLine(id.slice(0, 80).toWellFormed())
  throw invalidOption(`the id "${shown}" ${reason}: give another one`)
}

function problemOf(id: string): string | undefined {
  const bytes = new TextEncoder().encode(id).length
  if (bytes > MOST_BYTES) return `has ${bytes} bytes, more than ${MOST_BYTES}`
  if (!id.isWellFormed()) return 'has half of a surrogate pair'
  if (/\p{Cc}/u.test(id)) return 'has a control character'
  if (/~\d+$/.test(id)) return 'ends like that of a journal whose steps were undone'
  return undefined
}
