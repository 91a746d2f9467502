import { adapterFaults, runAdapterCheck, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInLangchain } from '../test/desk.ts'

describe('the middleware keeps to the conformance suite of adapters', () => {
  test.each(testAdapter({ start: (setup) => deskInLangchain(setup, { durability: 'exit' }) }))(
    '$name',
    ({ run }) => run(),
  )
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ start: deskInLangchain, tamper, steps: 40 }, caughtBy)).rejects.toThrow(
    /^rule "/,
  )
})
