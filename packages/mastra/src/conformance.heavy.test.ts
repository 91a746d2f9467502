import {
  type AdapterSuiteOptions,
  adapterFaults,
  runAdapterCheck,
  testAdapter,
} from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInMastra } from '../test/desk.ts'

/** Steps in one transcript, which costs the framework the square of it. docs/contributing.md has the command for 1,000. */
const conversation = Number(process.env.TRANSCRIPT ?? 100)

// Mastra records traces with a package of its own, and makes calls one after the other if a tool asks for approval.
const options: AdapterSuiteOptions = { start: deskInMastra, conversation, lacks: ['tracing', 'at-once'] }

describe('the processor keeps to the conformance suite of adapters', () => {
  test.each(testAdapter(options))('$name', ({ run }) => run())
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ ...options, tamper, steps: 40 }, caughtBy)).rejects.toThrow(/^rule "/)
})
