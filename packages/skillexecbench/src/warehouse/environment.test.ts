import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { warehouseEnvironment } from './benchmark.ts'

describe('conformance', () => {
  const suite = testEnvironment({
    open: () => warehouseEnvironment({ horizon: 6, shelves: 500 }),
    actions: ['Store item_1 shelf_0', 'Wait', 'Ship item_1 shelf_0', 'Wait', 'nonsense', 'Wait'],
    seed: 1,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

/** Seed 1 begins: receive 1, receive 2, order 1. */
test('an observation is the last result, a line break and the next event', async () => {
  const environment = warehouseEnvironment({ horizon: 3, shelves: 500 })
  expect(await environment.reset({ seed: 1 })).toEqual({
    text: 'Shipment arrived containing item_1.',
    done: false,
  })
  expect(await environment.step('Store item_1 shelf_42')).toEqual({
    text: 'Success: Stored item_1 on shelf_42.\nShipment arrived containing item_2.',
    done: false,
  })
  expect((await environment.step('Store item_2 shelf_42')).text).toBe(
    'Error: shelf_42 is occupied.\nCustomer ordered item_1.',
  )
  expect(await environment.step('Ship item_1 shelf_42')).toEqual({
    text: 'Success: Shipped item_1 from shelf_42.',
    done: true,
  })
  expect(await environment.outcome()).toEqual({
    reward: 2 / 3,
    metrics: { successfulActions: 2, actionableEvents: 3 },
  })
  await expect(environment.step('Wait')).rejects.toMatchObject({ code: 'environment-misuse' })
})

test('an accepted action that answers another event is no success', async () => {
  const environment = warehouseEnvironment({ horizon: 3, shelves: 500 })
  await environment.reset({ seed: 1 })
  await environment.step('Store item_1 shelf_0')
  const text = (await environment.step('Ship item_1 shelf_0')).text
  expect(text).toBe('Success: Shipped item_1 from shelf_0.\nCustomer ordered item_1.')
  expect((await environment.step('Ship item_1 shelf_0')).text).toBe('Error: that item is not on that shelf.')
  expect((await environment.outcome()).metrics?.successfulActions).toBe(1)
})

test('an accepted action about another item is no success', async () => {
  const environment = warehouseEnvironment({ horizon: 3, shelves: 500 })
  await environment.reset({ seed: 1 })
  await environment.step('Store item_1 shelf_0')
  await environment.step('Store item_2 shelf_1')
  expect((await environment.step('Ship item_2 shelf_1')).text).toBe('Success: Shipped item_2 from shelf_1.')
  expect((await environment.outcome()).metrics?.successfulActions).toBe(2)
})

/** Seed 2 begins: receive 1, maintenance 1, order 1. */
test('an item that was never stored stays missing, and maintenance names a shelf without it', async () => {
  const environment = warehouseEnvironment({ horizon: 3, shelves: 500 })
  await environment.reset({ seed: 2 })
  expect((await environment.step('Wait')).text).toBe('Success: Waited.\nMaintenance required on shelf_0.')
  expect((await environment.step('Store item_1 shelf_0')).text).toContain('that item is not waiting')
  expect((await environment.step('Ship item_1 shelf_0')).text).toContain('Error')
  expect((await environment.outcome()).reward).toBe(0)
})

test('maintenance names the shelf of the agent’s own choice', async () => {
  const environment = warehouseEnvironment({ horizon: 3, shelves: 500 })
  await environment.reset({ seed: 2 })
  expect((await environment.step('Store item_1 shelf_42')).text).toContain(
    'Maintenance required on shelf_42.',
  )
})

test('hostile actions get one quoted line and change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (action) => {
      const environment = warehouseEnvironment({ horizon: 2, shelves: 2 })
      await environment.reset({ seed: 2 })
      const { text } = await environment.step(action)
      expect(text.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(2)
      expect(text).toMatch(/^(Error: |Success: Waited)/)
      expect(text.length).toBeLessThan(700)
      expect((await environment.outcome()).reward).toBe(0)
    }),
    { numRuns: 1_000 },
  )
})

test('an aborted signal refuses the step and leaves the episode as it was', async () => {
  const environment = warehouseEnvironment({ horizon: 2, shelves: 2 })
  await environment.reset({ seed: 2 })
  const reason = new Error('stop')
  await expect(environment.step('Wait', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect((await environment.step('Store item_1 shelf_0')).text).toContain('Success')
})
