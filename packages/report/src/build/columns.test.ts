import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { column, mistakeColumn } from './columns.ts'

test('a rejected reply that no call followed is rejected, but not retried', () => {
  const episode = figures({ rejections: 4, retries: 3 })
  expect([column.rejected, column.retries].map(({ of }) => of(episode))).toEqual([4, 3])
})

test('mistakes in states are unknown if no step was judged, and those in replies are not', () => {
  const [taken, schema] = [mistakeColumn('taken wrong', ''), mistakeColumn('schema', '')]
  const of = (values: Parameters<typeof figures>[0]): unknown[] => {
    const episode = figures(values)
    return [taken.of(episode), schema.of(episode)]
  }
  expect([of({}), of({ judgedSteps: 1 }), of({ judgedSteps: 1, mistakes: { 'taken wrong': 1 } })]).toEqual([
    [undefined, 0],
    [0, 0],
    [1, 0],
  ])
})
