import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DelayedEvent, eventLines, generateDelayedEvents, MAX_BAGS } from './events.ts'

const options = fc
  .record({ seed: fc.integer(), distance: fc.integer({ min: 1, max: 60 }), more: fc.nat(150) })
  .map(({ seed, distance, more }) => ({ seed, distance, horizon: 2 * distance + more }))

type Bag = Extract<DelayedEvent, { tag: string }>

function bags(events: readonly DelayedEvent[], kind: Bag['kind']): readonly (readonly [number, Bag])[] {
  return [...events.entries()].flatMap(([step, event]) =>
    event.kind === kind ? [[step, event] as const] : [],
  )
}

test('the same options give the same events, one per step', () => {
  fc.assert(
    fc.property(options, (o) => {
      const events = generateDelayedEvents(o)
      expect(events).toHaveLength(o.horizon)
      expect(generateDelayedEvents(o)).toEqual(events)
    }),
  )
})

test('every tag is told once, and needed once, exactly k steps later', () => {
  fc.assert(
    fc.property(options, (o) => {
      const events = generateDelayedEvents(o)
      const told = bags(events, 'deposit')
      const needed = bags(events, 'return')
      expect(told[0]?.[0]).toBe(0)
      expect(told.map(([, { guest }]) => guest)).toEqual(told.map((_, index) => `guest_${index + 1}`))
      expect(needed.map(([step, { guest, tag }]) => [step - o.distance, guest, tag])).toEqual(
        told.map(([step, { guest, tag }]) => [step, guest, tag]),
      )
    }),
  )
})

test('no line but the deposit’s tells the tag, and a return’s line tells no tag at all', () => {
  fc.assert(
    fc.property(options, (o) => {
      const events = generateDelayedEvents(o)
      for (const event of events) {
        const line = eventLines.write(event)
        const { kind } = event
        expect(/\d{4}/.test(line.replaceAll(/(guest|room)_\d+/g, ''))).toBe(kind === 'deposit')
        if (kind === 'return') expect(eventLines.readLast(line)).toEqual({ kind, guest: event.guest })
        else expect(eventLines.readLast(`Error: no.\n${line}`)).toEqual(event)
      }
    }),
  )
})

test('at most four bags are kept at a time, each under a tag of its own', () => {
  fc.assert(
    fc.property(options, (o) => {
      const kept = new Map<string, string>()
      for (const event of generateDelayedEvents(o)) {
        if (event.kind === 'deposit') kept.set(event.guest, event.tag)
        if (event.kind === 'return') kept.delete(event.guest)
        expect(kept.size).toBeLessThanOrEqual(MAX_BAGS)
        expect(new Set(kept.values()).size).toBe(kept.size)
      }
    }),
  )
})

test.each([
  [5, 10],
  [20, 8],
  [40, 5],
])('at a distance of %d, an episode of 100 steps needs %d tags or more', (distance, least) => {
  for (let seed = 0; seed < 100; seed += 1) {
    const events = generateDelayedEvents({ seed, distance, horizon: 100 })
    expect(bags(events, 'return').length).toBeGreaterThanOrEqual(least)
  }
})

test('neighbouring seeds differ early', () => {
  const starts = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) {
    starts.add(JSON.stringify(generateDelayedEvents({ seed, horizon: 10, distance: 5 })))
  }
  expect(starts.size).toBe(50)
})
