import {
  type AdapterSetup,
  adapterFaults,
  runAdapterCheck,
  testAdapter,
} from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { deskInLangchain } from '../test/desk.ts'

/** Steps in one transcript, which costs the framework the square of it. docs/contributing.md has the command for 1,000. */
const conversation = Number(process.env.TRANSCRIPT ?? 100)

describe('the middleware keeps to the conformance suite of adapters', () => {
  const start = (setup: AdapterSetup) => deskInLangchain(setup, { durability: 'exit' })
  test.each(testAdapter({ start, conversation, lacks: ['partial'] }))('$name', ({ run }) => run())
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(
    runAdapterCheck({ start: deskInLangchain, tamper, steps: 40, lacks: ['partial'] }, caughtBy),
  ).rejects.toThrow(/^rule "/)
})
