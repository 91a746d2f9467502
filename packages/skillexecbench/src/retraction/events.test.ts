import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  eventLines,
  generateRetractionEvents,
  MAX_CORRECTIONS,
  MAX_TRAINS,
  type RetractionEvent,
} from './events.ts'

const options = fc.record({ seed: fc.integer(), horizon: fc.integer({ min: 2, max: 300 }) })

/** Walks through the events with what was told for each train so far, newest last. */
function walk(
  events: readonly RetractionEvent[],
  visit: (event: RetractionEvent, told: readonly string[], trains: ReadonlyMap<string, unknown>) => void,
): void {
  const told = new Map<string, string[]>()
  for (const event of events) {
    visit(event, told.get(event.train) ?? [], told)
    if (event.kind === 'announcement') told.set(event.train, [event.platform])
    if (event.kind === 'correction') told.get(event.train)?.push(event.platform)
    if (event.kind === 'departure') told.delete(event.train)
  }
}

test('the same options give the same events, one per step, from an announcement to an enquiry', () => {
  fc.assert(
    fc.property(options, (o) => {
      const events = generateRetractionEvents(o)
      expect(events).toHaveLength(o.horizon)
      expect([events[0]?.kind, events.at(-1)?.kind]).toEqual(['announcement', 'enquiry'])
      expect(generateRetractionEvents(o)).toEqual(events)
    }),
  )
})

test('every enquiry is about a train whose platform was told, and names what holds and what no longer does', () => {
  fc.assert(
    fc.property(options, (o) => {
      walk(generateRetractionEvents(o), (event, told) => {
        if (event.kind !== 'enquiry') return
        expect(event.platform).toBe(told.at(-1))
        expect(event.corrections).toBe(told.length - 1)
        expect([...event.stale].sort()).toEqual(
          [...new Set(told)].filter((platform) => platform !== told.at(-1)).sort(),
        )
      })
    }),
  )
})

test('a correction withdraws what held before, says how that was told, and tells something else', () => {
  fc.assert(
    fc.property(options, (o) => {
      walk(generateRetractionEvents(o), (event, told) => {
        if (event.kind !== 'correction') return
        expect(event.wrong).toBe(told.at(-1))
        expect(event.told).toBe(told.length === 1 ? 'announced' : 'corrected')
        expect(event.platform).not.toBe(event.wrong)
        expect(told.length).toBeLessThanOrEqual(MAX_CORRECTIONS)
        expect(eventLines.write(event)).toContain(`not from ${event.wrong} as ${event.told} before. The `)
      })
    }),
  )
})

test('a new train is new, and one leaves only after an enquiry that needed what was told last', () => {
  fc.assert(
    fc.property(options, (o) => {
      const asked = new Set<string>()
      let announced = 0
      walk(generateRetractionEvents(o), (event, told, trains) => {
        if (event.kind === 'announcement') {
          announced += 1
          expect(event.train).toBe(`train_${announced}`)
          expect(trains.size).toBeLessThan(MAX_TRAINS)
        } else expect(told).not.toEqual([])
        if (event.kind === 'enquiry') asked.add(event.train)
        if (event.kind === 'correction') asked.delete(event.train)
        if (event.kind === 'departure') {
          expect(asked).toContain(event.train)
          expect(trains.size).toBe(MAX_TRAINS)
        }
      })
    }),
  )
})

test('a platform is told by announcements and corrections and by no other line', () => {
  fc.assert(
    fc.property(options, (o) => {
      for (const event of generateRetractionEvents(o)) {
        const line = eventLines.write(event)
        const tells = event.kind === 'announcement' || event.kind === 'correction'
        expect(line.includes('platform')).toBe(tells)
        const told = tells ? { platform: event.platform } : {}
        expect(eventLines.readLast(`Error: no.\n${line}`)).toMatchObject({
          kind: event.kind,
          train: event.train,
          ...told,
        })
      }
    }),
  )
})

test('at 50 steps, facts never corrected, corrected once and corrected twice are all needed', () => {
  const needed = [0, 0, 0]
  let restored = 0
  for (let seed = 0; seed < 100; seed += 1) {
    const events = generateRetractionEvents({ seed, horizon: 50 })
    const enquiries = events.filter((event) => event.kind === 'enquiry')
    expect(enquiries.length).toBeGreaterThanOrEqual(10)
    for (const { corrections, stale } of enquiries) {
      needed[corrections] = (needed[corrections] ?? 0) + 1
      if (stale.length < corrections) restored += 1
    }
  }
  const all = needed.reduce((sum, count) => sum + count, 0)
  for (const count of needed) expect(count / all).toBeGreaterThan(0.15)
  expect(restored).toBeGreaterThan(0)
})

test('neighbouring seeds differ early', () => {
  const starts = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) {
    starts.add(JSON.stringify(generateRetractionEvents({ seed, horizon: 15 })))
  }
  expect(starts.size).toBe(50)
})
