import { adapterFaults, runAdapterCheck, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInAgents } from '../test/desk.ts'

describe('the model keeps to the conformance suite of adapters', () => {
  test.each(testAdapter({ start: deskInAgents }))('$name', ({ run }) => run())
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ start: deskInAgents, tamper, steps: 40 }, caughtBy)).rejects.toThrow(
    /^rule "/,
  )
})
