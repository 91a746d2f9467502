import type { PromptView } from '@skill-state/protocol'
import type { Failing } from './fallible.ts'

export interface DistractedOptions {
  readonly seed: number
  /** Chance that one line of noise takes the reader off its event. */
  readonly rate: number
  /** Lines of noise in an observation. */
  readonly noiseIn: (observation: string) => number
}

/** Follows the noise at times: it then waits, and writes nothing down. Each line in the prompt counts alike. */
export function distracted({ seed, rate, noiseIn }: DistractedOptions): Failing {
  const linesIn = ({ history, observation }: PromptView): number =>
    history.reduce((sum, turn) => sum + noiseIn(turn.observation), noiseIn(observation))
  return {
    id: 'distracted',
    notice: `each line of noise in the prompt makes it wait with a chance of ${rate}.`,
    seed,
    play: (player, draw) => ({
      ...player,
      decide(view) {
        if (draw() >= 1 - (1 - rate) ** linesIn(view)) return player.decide(view)
        return { reasoning: 'The telemetry needs my attention.', patch: {}, action: 'Wait' }
      },
    }),
  }
}
