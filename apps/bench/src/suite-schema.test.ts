import { readFileSync } from 'node:fs'
import { suiteSchema } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { registry } from './registry.ts'

const suites = suiteSchema(registry)
const file = new URL('../suite.schema.json', import.meta.url)
const published = JSON.parse(readFileSync(file, 'utf8'))

test('the published schema is the one that suite files are checked by: pnpm --filter @skill-state/bench schema', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(suites.json())))
})

const least = { name: 'a', benchmarks: ['warehouse'], models: ['reference'] }

test.each([
  [least, true],
  [{ ...least, benchmarks: [{ name: 'warehouse', horizons: [10], tasks: ['t*'] }], seeds: [1, 2] }, true],
  [{ ...least, models: [{ model: 'openai:m', temperature: 0, label: 'm.1' }], budget: { steps: 5 } }, true],
  [{ ...least, benchmarks: [] }, false],
  [{ ...least, benchmarks: [{ name: 'warehouse', horizon: [10] }] }, false],
  [{ ...least, models: [{ temperature: 0 }] }, false],
  [{ ...least, seeds: 0 }, false],
  [{ ...least, seed: 1 }, false],
  [{ ...least, name: '../up' }, false],
  [{ name: 'a', models: ['reference'] }, false],
])('editor and command agree about %j', (suite, isGood) => {
  expect(suites.schema.safeParse(suite).success).toBe(isGood)
  expect(z.fromJSONSchema(published).safeParse(suite).success).toBe(isGood)
})
