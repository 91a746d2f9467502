import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { randomCalls } from '../../test/tau3/random-calls.ts'
import { describeSharedData } from '../../test/tau3/shared-data.ts'
import { wantedWorld } from './evaluation/evaluate.ts'
import { loadTau3 } from './load.ts'
import { verifyTau3Bench } from './verify/verify-tau3-bench.ts'

const domains = ['banking_knowledge', 'airline', 'retail'] as const

describeSharedData('beside the official data', (data) => {
  const parity = join(data, 'parity')
  test.each(domains)('every record of %s agrees', (domain) => {
    const start = domain.split('_', 1)[0] ?? domain
    const files = readdirSync(parity).filter((file) => file.startsWith(`${start}-`))
    const { lines, mismatches, unchecked } = verifyTau3Bench({
      domain,
      data,
      files: files.map((file) => join(parity, file)),
    })
    expect([mismatches, unchecked, lines.slice(0, 5)]).toEqual([
      0,
      0,
      [expect.stringContaining('0 mismatches')],
    ])
  })

  test.each(domains)('5,000 random calls of %s are answered', (name) => {
    expect(randomCalls(loadTau3(data, name, { variant: 'no_knowledge' }), 5000)).toEqual([])
  })

  test('all ground truths are hashed within ten seconds of CPU', () => {
    const before = process.cpuUsage()
    const hashes = domains.flatMap((name) => {
      const domain = loadTau3(data, name)
      return domain.tasks.map((task) => wantedWorld(domain, task).hashes().official)
    })
    expect(hashes).toHaveLength(97 + 50 + 114)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
  })
})
