import { expect, test } from 'vitest'
import { type ToyFaults, toyFramework } from '../../test/toy-framework.ts'
import { type AdapterSuiteOptions, adapterFaults, testAdapter } from './index.ts'

const toy: AdapterSuiteOptions = { start: (setup) => toyFramework(setup), steps: 100 }

/** What the named check says; undefined if it passes. */
async function complaint(options: AdapterSuiteOptions, name: string): Promise<string | undefined> {
  const check = testAdapter(options).find((each) => each.name === name)
  if (check === undefined) throw new Error(`no check is named "${name}"`)
  return check.run().then(
    () => undefined,
    (error: Error) => error.message,
  )
}

for (const { name, run } of testAdapter(toy)) test(`a small framework ${name}`, run)

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  expect(await complaint({ ...toy, tamper }, caughtBy)).toMatch(/^rule "/)
})

const ownFaults: readonly (readonly [caughtBy: string, faults: ToyFaults])[] = [
  ['leaves no orphaned call or result', { orphan: true }],
  ['appears in the traces of the framework', { untraced: true }],
  ["obeys the framework's step limit, and can be resumed", { unlimited: true }],
  ['executes an approved call once', { executesUnapproved: true }],
  ['records what the model was not shown', { forgetsEntries: true }],
]

test.for(ownFaults)('"%s" notices an adapter with %j', async ([caughtBy, faults]) => {
  const start: AdapterSuiteOptions['start'] = (setup) => toyFramework(setup, faults)
  expect(await complaint({ ...toy, start }, caughtBy)).toMatch(/^rule "/)
})

test('each check can fail', () => {
  const caught = new Set([
    ...adapterFaults.map(({ caughtBy }) => caughtBy),
    ...ownFaults.map(([name]) => name),
  ])
  expect(testAdapter(toy).filter(({ name }) => !caught.has(name))).toEqual([])
})
