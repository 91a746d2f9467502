import { expect, test } from 'vitest'
import { publishedIn } from './published.ts'

test('a cell finds its figures by environment, horizon and runtime', () => {
  const published = publishedIn('tab:full_scaling_results')
  const cell = { benchmark: 'warehouse@1', horizon: 100, runtime: 'skill-state', model: 'reference' }
  expect(published(cell)).toEqual({
    score: { mean: 0.94, sd: 0.01 },
    promptChars: { mean: 1905, sd: 93 },
    totalTokens: { mean: 65408, sd: 5431 },
  })
  expect(published({ ...cell, horizon: 101 })).toBeUndefined()
  expect(published({ ...cell, benchmark: 'repository@1' })).toBeUndefined()
})

test('the 36 published values of the public benchmarks are shown beside runs of the same tasks', () => {
  const published = publishedIn('tab:public_benchmarks')
  const cells = ['intercode-ctf', 'tau-bench-retail', 'tau-bench-airline'].flatMap((name) =>
    ['prompt', 'memory', 'stateful', 'skill-state'].map((runtime) => ({
      benchmark: `${name}@1`,
      runtime,
      model: 'm',
    })),
  )
  expect(cells.flatMap((cell) => Object.values(published(cell) ?? {}))).toHaveLength(36)
  expect(published({ benchmark: 'intercode-ctf@1', runtime: 'skill-state', model: 'm' })).toEqual({
    score: { mean: 0.542 },
    publishedPrompt: { mean: 813 },
    totalTokens: { mean: 3870 },
  })
  expect(
    published({ benchmark: 'tau-bench-retail-plan-user@1', runtime: 'prompt', model: 'm' }),
  ).toBeUndefined()
})
