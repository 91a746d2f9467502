import { SkillStateError } from '@skill-state/protocol'

/** The episode, or throws `environment-misuse` if `reset` has not begun one. */
export function requireStarted<T>(environment: string, episode: T | undefined): T {
  if (episode !== undefined) return episode
  throw misuse(environment, 'the episode has not begun; call reset first')
}

/** What a step after the last one throws. */
export function stepAfterEnd(environment: string): SkillStateError {
  return misuse(environment, 'step after the end of the episode; call reset first')
}

function misuse(environment: string, message: string): SkillStateError {
  return new SkillStateError('environment-misuse', `${environment}: ${message}`)
}
