import { readdirSync } from 'node:fs'
import { readRunFolder } from '@skill-state/eval'
import { beforeAll, expect, test } from 'vitest'
import { runSmall } from '../../test/run-small.ts'
import { registry } from '../../test/small-registry.ts'
import { type RunQuestion, regressRun } from './regress-run.ts'

let run = ''
beforeAll(async () => {
  run = await runSmall({ horizon: [25], seeds: 3, runtime: ['skill-state'] })
})

const asked = (question: Partial<RunQuestion>) =>
  regressRun(registry, readRunFolder(run), { model: 'reference', every: 1, concurrency: 4, ...question })

test('the reference agrees with itself in every state, and nothing is written', async () => {
  const before = readdirSync(run)
  const { figures, regression } = await asked({})
  expect(figures).toMatchObject({
    episodes: 3,
    agreement: { steps: 75, action: 1, state: 1 },
    sound: { both: 75, onlyA: 0, onlyB: 0, neither: 0 },
  })
  expect(regression).toMatchObject({ steps: 75, firsts: [], asked: { steps: 75, unanswered: 0 } })
  expect(readdirSync(run)).toEqual(before)
})

test('it agrees with itself if one step of five is asked as another runtime', async () => {
  const { figures, runtimes } = await asked({ as: 'skill-state:attempts=1', every: 5 })
  expect(runtimes).toEqual(['skill-state:attempts=1'])
  expect(figures.agreement).toMatchObject({ steps: 15, action: 1, state: 1 })
})

test('the faulty reference decides otherwise where its faults are, and says where first', async () => {
  const { figures, regression } = await asked({ model: 'faulty-reference', as: 'skill-state:attempts=1' })
  const { agreement, fallbacks, sound, differences } = figures
  expect(agreement.steps).toBe(75)
  // A fault leaves the action alone, unless the reply is rejected for it and becomes the no-op.
  expect(fallbacks).toBeGreaterThan(0)
  expect(agreement.action).toBeCloseTo(1 - fallbacks / 75)
  expect(agreement.state).toBeLessThan(agreement.action)
  expect(sound).toMatchObject({ onlyB: 0, neither: 0 })
  expect(sound?.both).toBeCloseTo(75 * agreement.state)
  expect(differences.map(({ id }) => id)).toEqual(['sound', 'refusedReplies', 'outputTokens'])
  expect(regression.firsts).toHaveLength(3)
  expect(regression.groups).toContainEqual(
    expect.objectContaining({ part: 'decision', place: 'action', steps: fallbacks }),
  )
})

test.each<[Partial<RunQuestion>, RegExp]>([
  [{ as: 'skil' }, /unknown runtime "skil"/],
  [{ runtime: 'prompt' }, /--runtime: prompt carries more than the state/],
  [{ model: 'reference', maxCost: 1 }, /longest reply of model/],
])('rejects %j', async (question, message) => {
  await expect(asked(question)).rejects.toThrow(message)
})
