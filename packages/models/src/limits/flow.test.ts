import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestFlow } from './flow.ts'

const additions = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30_000 }), tokens: fc.nat(1_000) }), {
  maxLength: 80,
})

test('holds all of the last minute, and nothing that is a second older', () => {
  fc.assert(
    fc.property(additions, (script) => {
      let now = 0
      const flow = requestFlow(() => now)
      const added: { readonly at: number; readonly tokens: number }[] = []
      const since = (start: number): number =>
        added.reduce((total, { at, tokens }) => total + (at > start ? tokens : 0), 0)
      for (const { after, tokens } of script) {
        now += after
        flow.add(tokens)
        added.push({ at: now, tokens })
        expect(flow.sum()).toBeGreaterThanOrEqual(since(now - 60_000))
        expect(flow.sum()).toBeLessThanOrEqual(since(now - 61_000))
      }
      now += 61_000
      expect(flow.sum()).toBe(0)
    }),
  )
})

test('a clock that is set back stops for that time, and one that jumps ahead has passed', () => {
  let now = 3_600_000
  const flow = requestFlow(() => now)
  flow.add(5)
  now = 0
  expect(flow.sum()).toBe(5)
  now = 59_999
  expect(flow.sum()).toBe(5)
  now = 61_000
  expect(flow.sum()).toBe(0)
  flow.add(7)
  now = 1e15
  expect(flow.sum()).toBe(0)
})

test('says when to look again', () => {
  let now = 1_250
  const flow = requestFlow(() => now)
  expect(flow.changesIn()).toBe(750)
  now = 2_000
  expect(flow.changesIn()).toBe(1_000)
})
