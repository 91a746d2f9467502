import { SkillStateError } from '@skill-state/protocol'

/** The error of a skill that cannot be loaded. The message says which, why, and what to do. */
export function invalidSkill(message: string, options?: { cause?: unknown }): SkillStateError {
  return new SkillStateError('invalid-skill', message, options)
}
