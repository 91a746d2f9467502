import { expect, test } from 'vitest'
import { needsData, sharedData } from '../test/needs.ts'
import { intercode } from './benchmark.ts'
import { readData } from './data/read-data.ts'

needsData(() => {
  const data = readData(sharedData)

  test('the tasks are the offline challenges; others on request', () => {
    const count = (benchmark: ReturnType<typeof intercode>) =>
      [...benchmark.tasks({ seeds: [1], horizons: [] })].length
    expect(count(intercode({ data }))).toBe(72)
    expect(count(intercode({ data, statuses: ['offline', 'long_computation', 'gold_wrong'] }))).toBe(74)
  })

  test('no flag is in what a model, a trace or a report is given', () => {
    const benchmark = intercode({ data, statuses: ['offline', 'needs_network'] })
    const given = JSON.stringify([benchmark, ...benchmark.tasks({ seeds: [1], horizons: [] }), data])
    const leaked = data.challenges.filter(({ gold }) => gold.findIn(given) !== undefined)
    expect(leaked.map(({ id }) => id)).toEqual([])
  })
})
