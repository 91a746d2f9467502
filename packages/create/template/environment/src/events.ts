import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** How many compartments the wall has; they are numbered from 1. */
export const COMPARTMENTS = 8

/** What happens in one step. Only a delivery tells all that its action needs. */
export type Event =
  | { readonly kind: 'delivery'; readonly parcel: string; readonly person: string }
  | { readonly kind: 'collection'; readonly person: string }
  | { readonly kind: 'redirection'; readonly from: string; readonly to: string }

const people: readonly string[] = [
  ...['Ada', 'Ben', 'Chloe', 'Davit', 'Elif', 'Femi', 'Greta', 'Hugo'],
  ...['Ines', 'Jonas', 'Kaya', 'Luis', 'Mira', 'Noor', 'Omar', 'Priya'],
]

/**
 * The events of an episode, all drawn from the seed before it starts: no event depends on an action, so one mistake
 * costs little. Each person waits for one parcel at a time, and there is always a free compartment for a delivery.
 */
export function drawEvents(seed: number, count: number): readonly Event[] {
  const random = xoroshiro128plus(seed)
  const upTo = (most: number): number => uniformInt(random, 0, most)
  const pick = (names: readonly string[]): string => names[upTo(names.length - 1)] ?? ''
  const waiting = new Set<string>()
  const events: Event[] = []
  let parcels = 0
  for (let step = 0; step < count; step += 1) {
    const roll = upTo(99)
    const others = people.filter((name) => !waiting.has(name))
    if (waiting.size === 0 || (roll < 45 && waiting.size < COMPARTMENTS)) {
      parcels += 1
      const person = pick(others)
      waiting.add(person)
      events.push({ kind: 'delivery', parcel: `P${parcels}`, person })
    } else if (roll < 85) {
      const person = pick([...waiting])
      waiting.delete(person)
      events.push({ kind: 'collection', person })
    } else {
      const [from, to] = [pick([...waiting]), pick(others)]
      waiting.delete(from)
      waiting.add(to)
      events.push({ kind: 'redirection', from, to })
    }
  }
  return events
}
