import { adapterFaults, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInAgents } from '../test/desk.ts'

describe('the model keeps to the conformance suite of adapters', () => {
  test.each(testAdapter({ start: deskInAgents }))('$name', ({ run }) => run())
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  const check = testAdapter({ start: deskInAgents, tamper, steps: 40 }).find(({ name }) => name === caughtBy)
  await expect(check?.run()).rejects.toThrow(/^rule "/)
})
