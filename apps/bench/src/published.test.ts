import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publishedIn } from './published.ts'
import figures from './published-figures.json' with { type: 'json' }

const original = new URL('../../../../shared/paper/tables.json', import.meta.url)

test.skipIf(!existsSync(original))(
  'the published figures are the record of the paper (needs ../shared/paper beside the clone)',
  () => {
    expect(figures).toEqual(JSON.parse(readFileSync(original, 'utf8')))
  },
)

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
