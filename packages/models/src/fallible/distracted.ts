import type { PromptView } from '@skill-state/protocol'
import type { Failing } from './fallible.ts'

export interface DistractedOptions {
  readonly seed: number
  /** Chance that one line of noise takes the reader off its event. */
  readonly rate: number
  readonly noiseIn: (observation: string) => number
}

/**
 * Follows the noise at times: it then waits, and writes nothing down. Each line in the prompt counts alike.
 *
 * @example
 * ```ts
 * import { distracted } from '@skill-state/models'
 *
 * const failing = distracted({ seed: 1, rate: 0.05, noiseIn: (observation) => observation.split('Ad:').length - 1 })
 * console.log(failing.seed) // 1
 * ```
 */
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
