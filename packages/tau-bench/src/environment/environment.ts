import {
  type Action,
  type Environment,
  type EnvironmentCall,
  type Observation,
  type Outcome,
  type RecordedSteps,
  SkillStateError,
} from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { openEpisode } from '../evaluator/episode.ts'
import type { User, UserStrategy } from '../user/user.ts'
import { Game, type Listen } from './game.ts'
import { actionSchema, type Move, readAction } from './read-action.ts'
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

export function openEnvironment({ domain, task, user, maxSteps }: EnvironmentOptions): Environment {
  const newGame = (): Game => new Game(openEpisode(domain, task), user.open(task), maxSteps)
  return gameEnvironment('tau-bench', { noop, newGame, restore: restoreGame })
}

/** An episode as an environment plays it, and its user. */
interface PlayedGame {
  readonly user: User
  readonly isOver: boolean
  open(listen: Listen): Promise<string>
  play(move: Move | undefined, listen: Listen): Promise<string>
  outcome(): Outcome
}

interface GameOptions<G extends PlayedGame> {
  readonly noop: Action
  readonly newGame: () => G
  readonly restore?: (game: G, recorded: RecordedSteps) => Promise<void>
}

/** A game as an environment. An observation begins with `Tool: ` or `User: `. The seed tells trials apart and changes nothing. */
export function gameEnvironment<G extends PlayedGame>(
  benchmark: string,
  { noop, newGame, restore }: GameOptions<G>,
): Environment {
  let game: G | undefined
  const misuse = (message: string): never => {
    throw new SkillStateError('environment-misuse', `${benchmark}: ${message}`)
  }
  const begun = (): G => game ?? misuse('the episode has not begun; call reset first')
  const environment: Environment = {
    actionSchema,
    noop,

    async reset({ signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const started = newGame()
      const heard = await converse(started.user, signal, (listen) => started.open(listen))
      game = started
      return { ...heard, done: started.isOver }
    },

    async step(action, { signal, source } = {}): Promise<Observation> {
      signal?.throwIfAborted()
      const current = begun()
      if (current.isOver) misuse('step after the end of the episode; call reset first')
      const move = readAction(action, source)
      const heard = await converse(current.user, signal, (listen) => current.play(move, listen))
      return { ...heard, done: current.isOver, refused: move === undefined || undefined }
    },

    async outcome(): Promise<Outcome> {
      return begun().outcome()
    },

    async close(): Promise<void> {},
  }
  if (restore === undefined) return environment
  return {
    ...environment,
    async restore(recorded) {
      const restored = newGame()
      await restore(restored, recorded)
      game = restored
    },
  }
}

/** What the agent sees after a move, and what the user's model was asked for it; an error of the user says that too. */
async function converse(
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
