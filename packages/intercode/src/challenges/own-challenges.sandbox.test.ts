import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { intercode } from '../benchmark.ts'
import { ownChallenges } from './own-challenges.ts'
import { ownPlayer } from './player.ts'

test('no flag is in a question or plainly in a name', async () => {
  for (const { query, gold, files } of ownChallenges.challenges) {
    const paths = (await files()).map(({ path }) => path)
    expect(gold.findIn([query, ...paths].join())).toBeUndefined()
  }
})

await needsSandbox((sandbox) => {
  test.each(['fixed', 'official'] as const)('the player solves each of them by %s rules', async (mode) => {
    const benchmark = intercode({ data: ownChallenges, sandbox, mode })
    const rewards: number[] = []
    for (const task of benchmark.tasks({ seeds: [1], horizons: [] })) {
      const environment = benchmark.open(task)
      let { text, done } = await environment.reset({ seed: 1 })
      while (!done) {
        const { action } = ownPlayer.decide({ instructions: '', history: [], observation: text })
        const next = await environment.step(action)
        text = next.text
        done = next.done
      }
      rewards.push((await environment.outcome()).reward)
      await environment.close()
    }
    expect(rewards).toEqual([1, 1, 1])
  })

  test.each(['fixed', 'official'] as const)(
    'the player gives up if nothing is found, by %s rules',
    async (mode) => {
      const empty = ownChallenges.challenges.map((each) => ({ ...each, files: async () => [] }))
      const benchmark = intercode({ data: { name: 'empty', challenges: empty }, sandbox, mode })
      const environment = benchmark.open({ id: 'x', seed: 1, parameters: { challenge: 0 } })
      const { text } = await environment.reset({ seed: 1 })
      const { action } = ownPlayer.decide({ instructions: '', history: [], observation: text })
      const { text: found } = await environment.step(action)
      expect(ownPlayer.decide({ instructions: '', history: [], observation: found }).action).toBe('skip')
      await environment.close()
    },
  )
})
