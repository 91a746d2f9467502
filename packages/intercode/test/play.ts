import type { Environment, Outcome } from '@skill-state/protocol'
import type { Sandbox } from '@skill-state/sandbox'
import { type IntercodeOptions, intercode } from '../src/benchmark.ts'
import { ownChallenges } from '../src/challenges/own-challenges.ts'

/** The flag of the package's first challenge, which the tests play. */
export const flag = 'picoCTF{sixty_four_signs}'

/** What differs from an episode of 50 turns of the first challenge. */
export type GameOptions = Partial<IntercodeOptions> & { readonly challenge?: number }

/** Opens the environment of one challenge. */
export function open({ challenge = 0, ...options }: GameOptions, sandbox: Sandbox): Environment {
  const benchmark = intercode({ data: ownChallenges, sandbox, turns: 50, ...options })
  return benchmark.open({ id: 'x', seed: 1, parameters: { challenge } })
}

/** What the actions of an episode lead to. */
export interface Played {
  /** All observations but the first. */
  readonly texts: readonly string[]
  readonly outcome: Outcome
}

export async function play(
  options: GameOptions,
  sandbox: Sandbox,
  actions: readonly string[],
): Promise<Played> {
  const environment = open(options, sandbox)
  try {
    await environment.reset({ seed: 1 })
    const texts: string[] = []
    for (const action of actions) texts.push((await environment.step(action)).text)
    return { texts, outcome: await environment.outcome() }
  } finally {
    await environment.close()
  }
}
