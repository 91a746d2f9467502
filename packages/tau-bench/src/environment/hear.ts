import { type EnvironmentCall, type Observation, SkillStateError } from '@skill-state/protocol'
import type { User } from '../user/user.ts'
import type { Listen } from './game.ts'

/**
 * Gives what the agent sees after a move in which the user may be heard, and what the user's model was asked for it. An
 * error of the user says what was asked before it.
 */
export async function hear(
  user: User,
  signal: AbortSignal | undefined,
  move: (listen: Listen) => Promise<string>,
): Promise<Pick<Observation, 'text' | 'calls'>> {
  const calls: EnvironmentCall[] = []
  const onCall = (call: EnvironmentCall): void => void calls.push(call)
  try {
    const text = await move((said) => user.answer(said, { signal, onCall }))
    return { text, ...(user.model !== undefined && { calls }) }
  } catch (error) {
    if (calls.length === 0 || !(error instanceof SkillStateError)) throw error
    throw new SkillStateError(error.code, error.message, { cause: error.cause, calls })
  }
}
