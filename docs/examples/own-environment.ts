import { type Environment, SkillStateError } from '@skill-state/protocol'

/** A safe with three dials: each answer tells one of them, and `Open` needs all three in order. */
export function createSafe(): Environment {
  let dials: readonly number[] = []
  let told = 0
  let open = false
  return {
    noop: 'Wait', // what is executed if the model gives no valid action
    async reset({ seed, signal }) {
      signal?.throwIfAborted()
      dials = [1, 2, 3].map((dial) => Math.abs(seed * 7 + dial * 13) % 10) // the seed fixes everything
      told = 0
      open = false
      return { text: 'A safe. Try "Listen".', done: false }
    },
    async step(action) {
      if (dials.length === 0 || open)
        throw new SkillStateError('environment-misuse', 'the safe is not closed')
      if (action === `Open ${dials.join('')}`) {
        open = true
        return { text: 'It opens.', done: true }
      }
      if (action !== 'Listen') return { text: 'Nothing happens.', done: false, refused: true }
      const dial = told % dials.length
      told += 1
      return { text: `Dial ${dial + 1} clicks at ${dials[dial]}.`, done: false }
    },
    outcome: async () => ({ reward: open ? 1 : 0, metrics: { told } }),
    close: async () => {},
  }
}
