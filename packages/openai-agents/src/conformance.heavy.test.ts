import { adapterFaults, runAdapterCheck, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInAgents } from '../test/desk.ts'

/** Steps in one transcript, which costs the framework the square of it. docs/contributing.md has the command for 1,000. */
const conversation = Number(process.env.TRANSCRIPT ?? 100)

describe('the model keeps to the conformance suite of adapters', () => {
  test.each(testAdapter({ start: deskInAgents, conversation, lacks: ['history', 'marks'] }))(
    '$name',
    ({ run }) => run(),
  )
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ start: deskInAgents, tamper, steps: 40 }, caughtBy)).rejects.toThrow(
    /^rule "/,
  )
})
