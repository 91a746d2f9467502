import { SkillStateError } from '@skill-state/protocol'

/** The id; throws `invalid-option` if it cannot name a journal. */
export function checkId(id: string | undefined): string {
  if (id === undefined || id === '') {
    throw new SkillStateError(
      'invalid-option',
      'a new journal needs an id: give one that no other journal has',
    )
  }
  if (/~\d+$/.test(id)) {
    const message = `the id "${id}" ends like that of a journal whose steps were undone: give another one`
    throw new SkillStateError('invalid-option', message)
  }
  return id
}
