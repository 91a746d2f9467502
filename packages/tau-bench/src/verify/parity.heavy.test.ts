import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSharedData } from '../../test/shared-data.ts'
import { loadDomain } from '../data/load-domain.ts'
import { retailTools } from '../tools/retail/index.ts'
import { verifyTauBench } from './verify-records.ts'

const parity = (...names: readonly string[]) => names.map((name) => `parity/${name}.jsonl`)

describeSharedData('the official environment', (data) => {
  test.each([
    ['retail', parity('retail', 'retail-dev', 'retail-train', 'errors-retail', 'rewards-retail'), 486],
    ['airline', parity('airline', 'errors-airline', 'rewards-airline'), 187],
    ['airline', ['trajectories/airline-gpt-4o-trial-0.jsonl.gz'], 50],
  ] as const)('every answer, hash and reward of the records of %s agrees: %j', (domain, files, count) => {
    const verified = verifyTauBench({ domain, data, files: files.map((file) => join(data, file)) })
    expect(verified.lines).toEqual([expect.stringMatching(`^${count} records, [\\d,]+ calls: 0 mismatches$`)])
    expect(verified).toMatchObject({ records: count, mismatches: 0, unchecked: 0 })
  })

  test('has the retail tools, in this order', () => {
    const { tools } = loadDomain(data, 'retail', 'test')
    const official = tools.map(({ function: { name, parameters } }) => [name, parameters.required])
    expect(retailTools.map(({ name, parameters }) => [name, parameters])).toEqual(official)
  })
})
