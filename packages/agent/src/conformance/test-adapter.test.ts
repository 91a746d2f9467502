import { expect, test } from 'vitest'
import { type ToyFaults, toyFramework } from '../../test/toy-framework.ts'
import { type AdapterSuiteOptions, adapterFaults, runAdapterCheck, testAdapter } from './index.ts'

const toy: AdapterSuiteOptions = { start: (setup) => toyFramework(setup), steps: 100 }

for (const { name, run } of testAdapter(toy)) test(`a small framework ${name}`, run)

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ ...toy, tamper }, caughtBy)).rejects.toThrow(/^rule "/)
})

const ownFaults: readonly (readonly [caughtBy: string, faults: ToyFaults])[] = [
  ['leaves no orphaned call or result', { orphan: true }],
  ['appears in the traces of the framework', { untraced: true }],
  ["obeys the framework's step limit, and can be resumed", { unlimited: true }],
  ['executes an approved call once', { executesUnapproved: true }],
  ['records what the model was not shown', { forgetsEntries: true }],
  ['continues a session of an earlier version of the state', { forgetsMigrations: true }],
  ['gives the model its tools in their own form, and one that writes the state', { hidesTools: true }],
  ["obeys the framework's choice of tools", { hidesTools: true }],
  ["gives the framework the model's reasoning, and no later prompt", { textOnly: true }],
  ['lets the provider run its own tools', { textOnly: true }],
  ["keeps the marks for the provider's cache", { textOnly: true }],
]

test.for(ownFaults)('"%s" notices an adapter with %j', async ([caughtBy, faults]) => {
  const start: AdapterSuiteOptions['start'] = (setup) => toyFramework(setup, faults)
  await expect(runAdapterCheck({ ...toy, start }, caughtBy)).rejects.toThrow(/^rule "/)
})

test('each check can fail', () => {
  const caught = new Set([
    ...adapterFaults.map(({ caughtBy }) => caughtBy),
    ...ownFaults.map(([name]) => name),
  ])
  expect(testAdapter(toy).filter(({ name }) => !caught.has(name))).toEqual([])
})
