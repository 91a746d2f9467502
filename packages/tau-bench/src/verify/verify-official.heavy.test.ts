import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSharedData } from '../../test/shared-data.ts'
import { verifyTauBench } from './verify-records.ts'

describeSharedData('all records of the official environment', (folder) => {
  test.each([
    ['retail', ['retail', 'retail-dev', 'retail-train', 'errors-retail', 'rewards-retail'], 486],
    ['airline', ['airline', 'errors-airline', 'rewards-airline'], 187],
  ] as const)('%s', { timeout: 120_000 }, (domain, names, records) => {
    const files = names.map((name) => join(folder, 'parity', `${name}.jsonl`))
    expect(verifyTauBench({ domain, data: folder, files })).toMatchObject({
      records,
      mismatches: 0,
      unchecked: 0,
    })
  })

  test('recorded runs', { timeout: 120_000 }, () => {
    const files = [join(folder, 'trajectories/airline-gpt-4o-trial-0.jsonl.gz')]
    expect(verifyTauBench({ domain: 'airline', data: folder, files }).lines).toEqual([
      '50 records, 282 calls: 0 mismatches',
    ])
  })
})
