import { expect, test } from 'vitest'
import { retentionOf } from '../test/retention.ts'

test('guarded patches lose at most a tenth of what rewriting loses, and block no deletion that is asked for', async () => {
  const played = { seeds: [1, 2], horizon: 200 }
  const rewrite = await retentionOf('state-rewrite', played)
  const patch = await retentionOf('skill-state', played)
  const guarded = await retentionOf('skill-state-guarded', played)
  expect(rewrite.lost).toBeGreaterThan(20)
  expect(patch.lost).toBeLessThan(rewrite.lost)
  expect(patch.lost).toBeGreaterThan(0)
  expect(guarded.lost).toBeLessThanOrEqual(rewrite.lost / 10)
  expect(guarded.legitimate).toBeGreaterThan(10)
  expect(guarded.blocked).toBeLessThan(guarded.legitimate * 0.02)
})
