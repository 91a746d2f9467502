import { SkillStateError } from '@skill-state/protocol'
import { CannotResume } from '../resume/cannot-resume.ts'

/** An error that says whose it is, in one line; errors of the project and limits stay as they are. */
export function asFailure(code: 'model-failed' | 'environment-failed', who: string, error: unknown): Error {
  const isOurs = [SkillStateError, CannotResume].some((own) => error instanceof own)
  if (error instanceof Error && isOurs) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new SkillStateError(code, `${who} failed: ${reason.split('\n', 1)[0]}`, { cause: error })
}
