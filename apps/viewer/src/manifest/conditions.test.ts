import { expect, test } from 'vitest'
import { type Conditions, parseConditions, seriesOf } from './conditions.ts'

const skill = (instructions: string) => ({
  id: 'delayed@1',
  instructions,
  initialState: {},
  schema: {},
})

const conditions: Conditions = {
  experiment: 'delayed',
  series: [
    { benchmark: skill('named'), variants: ['k5-named', 'plain'] },
    { benchmark: skill('notes'), variants: ['k5-notes'] },
  ],
  runtimes: [],
  model: { id: 'm', notice: '' },
  episodes: 0,
}

test("an episode is of the series that has its benchmark's id and its variant", () => {
  expect(seriesOf(conditions, { benchmark: 'delayed@1', variant: 'k5-notes' })).toBe(1)
  expect(seriesOf(conditions, { benchmark: 'delayed@1', variant: 'k5-named' })).toBe(0)
  expect(seriesOf(conditions, { benchmark: 'delayed@1' })).toBe(0)
  expect(seriesOf(conditions, { benchmark: 'delayed@1', variant: 'k9' })).toBeUndefined()
  expect(seriesOf(conditions, { benchmark: 'warehouse@1' })).toBeUndefined()
})

test('conditions are read with the keys that they have, and rejected with the field that does not fit', () => {
  const json: unknown = JSON.parse(
    JSON.stringify(conditions).replaceAll('"initialState":{}', '"initialState":{"__proto__":1}'),
  )
  expect(JSON.stringify(parseConditions(json, 'run.json').series[0]?.benchmark.initialState)).toBe(
    '{"__proto__":1}',
  )
  expect(() => parseConditions({ ...conditions, episodes: 'two' }, 'run.json')).toThrow(
    /^run.json: episodes: /,
  )
})
