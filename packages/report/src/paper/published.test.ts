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
