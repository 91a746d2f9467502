import { expect, test } from 'vitest'
import { tormentSuites } from '../../test/fleet/kill-suite.ts'

test('killed at any instant, a suite pays again for nothing but the calls in flight', async () => {
  let next = 0
  const instants = [0.9, 0.3, 0.05, 0.8, 0.5, 0.7, 0.2, 0.95, 0.6, 0.1]
  const random = (): number => instants[next++ % instants.length] ?? 0
  const { kills, faults, needed, extra } = await tormentSuites({ kills: 8, seeds: 8, random })
  expect({ kills, faults }).toEqual({ kills: 8, faults: [] })
  expect(needed).toBeGreaterThanOrEqual(8 * 2 * 20)
  expect(extra).toBeLessThanOrEqual(8 * 4)
}, 300_000)
