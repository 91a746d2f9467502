import {
  type Action,
  type Environment,
  type EnvironmentCall,
  type Observation,
  type Outcome,
  SkillStateError,
} from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { openEpisode } from '../evaluator/episode.ts'
import type { User, UserStrategy } from '../user/user.ts'
import { Game, type Listen } from './game.ts'
import { actionSchema, readAction } from './read-action.ts'
import { restoreGame } from './restore-game.ts'

interface EnvironmentOptions {
  readonly domain: Domain
  readonly task: TauTask
  readonly user: UserStrategy
  /** Steps after which an episode that has not ended ends with reward 0, unevaluated. */
  readonly maxSteps: number
}

/** A thought of nothing: a tool of both domains that answers with nothing and changes nothing. */
const noop: Action = { think: { thought: '' } }

/**
 * One task as an environment. An action calls a tool or says something to the user; an observation begins with `Tool: `
 * or `User: `. The seed changes nothing: it tells trials apart.
 */
export function openEnvironment(options: EnvironmentOptions): Environment {
  const { domain, task, user, maxSteps } = options
  let game: Game | undefined
  const newGame = (): Game => new Game(openEpisode(domain, task), user.open(task), maxSteps)

  return {
    actionSchema,
    noop,

    async reset({ signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const started = newGame()
      const heard = await converse(started.user, signal, (listen) => started.open(listen))
      game = started
      return { ...heard, done: false }
    },

    async restore(recorded): Promise<void> {
      const restored = newGame()
      await restoreGame(restored, recorded)
      game = restored
    },

    async step(action, { signal, source } = {}): Promise<Observation> {
      signal?.throwIfAborted()
      const current = requireGame(game)
      if (current.isOver) throw misuse('step after the end of the episode; call reset first')
      const move = readAction(action, source)
      const heard = await converse(current.user, signal, (listen) => current.play(move, listen))
      return { ...heard, done: current.isOver, refused: move === undefined || undefined }
    },

    async outcome(): Promise<Outcome> {
      return requireGame(game).outcome()
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}

function requireGame(game: Game | undefined): Game {
  if (game !== undefined) return game
  throw misuse('the episode has not begun; call reset first')
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('environment-misuse', `tau-bench: ${message}`)
}

/**
 * Gives what the agent sees after a move in which the user may be heard, and what the user's model was asked for it. An
 * error of the user says what was asked before it.
 */
export async function converse(
  user: User,
  signal: AbortSignal | undefined,
  move: (listen: Listen) => Promise<string>,
): Promise<Pick<Observation, 'text' | 'calls'>> {
  const calls: EnvironmentCall[] = []
  const onCall = (call: EnvironmentCall): void => void calls.push(call)
  try {
    const text = await move((said) => user.answer(said, { signal, onCall }))
    return { text, calls: user.model === undefined ? undefined : calls }
  } catch (error) {
    if (calls.length === 0 || !(error instanceof SkillStateError)) throw error
    throw new SkillStateError(error.code, error.message, { cause: error.cause, calls })
  }
}
