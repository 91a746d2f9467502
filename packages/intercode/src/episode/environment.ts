import { type Environment, type Observation, type Outcome, SkillStateError } from '@skill-state/protocol'
import type { Limits, Sandbox } from '@skill-state/sandbox'
import type { Challenge } from '../data/challenge.ts'
import { Episode, type EpisodeRules } from './episode.ts'
import { joinLines } from './mode.ts'
import { Workspace } from './workspace.ts'

export interface EnvironmentOptions extends EpisodeRules {
  readonly challenge: Challenge
  readonly sandbox: () => Promise<Sandbox>
  readonly sandboxLimits?: Partial<Limits> | undefined
}

interface Game {
  readonly episode: Episode
  readonly workspace: Workspace
}

/** One challenge as an environment. A sandbox session is open from `reset` to the end, the next `reset` or `close`. */
export function openEnvironment(options: EnvironmentOptions): Environment {
  const { mode, limits } = options
  let game: Game | undefined

  async function close(): Promise<void> {
    await game?.workspace.close()
  }

  function tell(observation: string, episode: Episode): string {
    const shown = mode.show(observation, limits.characters)
    return episode.isOver ? shown : joinLines(shown, mode.status(episode))
  }

  return {
    noop: ':',

    async reset({ signal }): Promise<Observation> {
      signal?.throwIfAborted()
      await close()
      game = await begin(options, signal)
      return { text: tell(mode.greeting, game.episode), done: false }
    },

    async step(action, stepOptions): Promise<Observation> {
      stepOptions?.signal?.throwIfAborted()
      const { episode } = requireGame(game)
      if (episode.isOver) throw misuse('step after the end of the episode; call reset first')
      const { observation, refused } = await episode.act(action, stepOptions?.signal)
      const done = episode.isOver
      if (done) await close()
      return { text: tell(observation, episode), done, refused: refused || undefined }
    },

    async outcome(): Promise<Outcome> {
      return requireGame(game).episode.outcome()
    },

    close,
  }
}

async function begin(options: EnvironmentOptions, signal: AbortSignal | undefined): Promise<Game> {
  const { challenge, mode, limits, sandboxLimits } = options
  const sandbox = await options.sandbox()
  const workspace = await Workspace.open(challenge, { sandbox, signal, limits: sandboxLimits })
  return { workspace, episode: new Episode(challenge, { mode, limits }, workspace) }
}

function requireGame(game: Game | undefined): Game {
  if (game !== undefined) return game
  throw misuse('the episode has not begun; call reset first')
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('environment-misuse', `intercode: ${message}`)
}
