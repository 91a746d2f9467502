import { canonicalJson } from '../json/canonical.ts'
import { inReading, type Need, type Reading } from '../needs/needs.ts'
import { nameOf } from '../needs/provenance.ts'
import { type Call, countBefore, type Places, type View } from '../needs/view.ts'
import { type Tallies, Tally } from './distribution.ts'

/** Sizes of a required state over calls: characters of its canonical JSON, and number of values. */
export type StateSizes = Tallies<'chars' | 'values'>

export interface RequiredState {
  /** Once seen, kept until last needed. */
  readonly held: StateSizes
  /** Dropped whenever a later observation brings the value back before it is needed. */
  readonly minimal: StateSizes
}

/** The smallest states that would have served every need, for someone who knows the future. */
export function requiredStates(view: View, needs: readonly Need[]): Readonly<Record<Reading, RequiredState>> {
  const of = (reading: Reading): RequiredState => requiredState(view, inReading(needs, reading))
  return { all: of('all'), write: of('write') }
}

function requiredState(view: View, needs: readonly Need[]): RequiredState {
  const wanted = Map.groupBy(
    needs.filter(({ class: kind }) => kind !== 'inP'),
    ({ value }) => value,
  )
  const kept = view.calls.map((): Valued[] => [])
  const least = view.calls.map((): Valued[] => [])
  for (const [value, same] of wanted) {
    const name = nameOf(view, value)
    if (name === undefined) continue
    const sources = view.sourcesOf(value)
    const first = view.callsUpTo(sources[0] ?? 0)
    let at = 0
    for (let call = first; call <= (same.at(-1)?.call.number ?? -1); call++) {
      const { number, index, start } = view.calls[call] as Call
      while ((same[at]?.call.number ?? Infinity) < number) at++
      const next = same[at]?.call
      if (next === undefined || isWithin(sources, next.start, next.index)) continue
      if (isWithin(sources, 0, index)) kept[call]?.push({ name, value })
      if (isWithin(sources, 0, start) && !isWithin(sources, start, next.index))
        least[call]?.push({ name, value })
    }
  }
  return { held: sizesOf(kept), minimal: sizesOf(least) }
}

function sizesOf(states: readonly (readonly Valued[])[]): StateSizes {
  const sizes = emptySizes()
  for (const held of states) add(sizes, held)
  return sizes
}

interface Valued {
  readonly name: string
  readonly value: string
}

/** Whether a place is in a range of messages. */
function isWithin(places: Places, from: number, to: number): boolean {
  return countBefore(places, to) > countBefore(places, from)
}

export function emptySizes(): StateSizes {
  return { chars: new Tally(), values: new Tally() }
}

function add(sizes: StateSizes, held: readonly Valued[]): void {
  const byName = Object.entries(Object.groupBy(held, ({ name }) => name))
  const state = Object.fromEntries(
    byName.map(([name, of = []]) => [name, of.map(({ value }) => value).sort()]),
  )
  sizes.chars.add(canonicalJson(state).length)
  sizes.values.add(held.length)
}
