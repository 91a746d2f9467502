import { createHash } from 'node:crypto'

/** A number from 0 to 1 that a text decides. */
const chance = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
const { LUCK = '1', EASE = '0' } = process.env

export default {
  id: 'coin@1',
  description: 'solved by chance',
  skill: { name: 'coin', instructions: 'Toss.', schema: { type: 'object' }, initialState: {} },
  tasks: ({ seeds }) =>
    Array.from({ length: 20 }, (_, index) => `p${index + 1}`).flatMap((problem) =>
      seeds.map((seed) => ({ id: `${problem}-s${seed}`, problem, seed, parameters: {} })),
    ),
  open: ({ problem, seed }) => ({
    reset: async () => ({ text: 'Ready.', done: false }),
    step: async () => ({ text: 'It landed.', done: true }),
    outcome: async () => {
      const solved = chance(`${LUCK} ${problem} ${seed}`) < chance(problem) + Number(EASE)
      return { reward: solved ? 1 : 0 }
    },
    close: async () => {},
  }),
  player: { decide: () => ({ reasoning: '', patch: {}, action: 'toss' }) },
}
