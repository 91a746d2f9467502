import { type AdapterSuiteOptions, adapterFaults, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInMastra } from '../test/desk.ts'

// Mastra records traces with a package of its own.
const options: AdapterSuiteOptions = { start: deskInMastra, lacks: ['tracing'] }

describe('the processor keeps to the conformance suite of adapters', () => {
  test.each(testAdapter(options))('$name', ({ run }) => run())
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  const check = testAdapter({ ...options, tamper, steps: 40 }).find(({ name }) => name === caughtBy)
  await expect(check?.run()).rejects.toThrow(/^rule "/)
})
