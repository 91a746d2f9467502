import { canonicalJson } from '../json/canonical.ts'
import type { Need } from '../needs/needs.ts'
import { nameOf } from '../needs/provenance.ts'
import { type Places, placesBefore, type View } from '../needs/view.ts'
import { Tally } from './distribution.ts'

/** Sizes of a required state over calls: characters of its canonical JSON, and number of values. */
export interface StateSizes {
  readonly chars: Tally
  readonly values: Tally
}

export interface RequiredState {
  /** Once seen, kept until last needed. */
  readonly held: StateSizes
  /** Dropped whenever a later observation brings the value back before it is needed. */
  readonly minimal: StateSizes
}

/** The smallest states that would have served every need, for someone who knows the future. */
export function requiredState(view: View, needs: readonly Need[]): RequiredState {
  const wanted = Map.groupBy(
    needs.filter(({ class: kind }) => kind !== 'inP'),
    ({ value }) => value,
  )
  const values = [...wanted].flatMap(([value, same]) => {
    const name = nameOf(view, value)
    const sources = view.sourcesOf(value)
    return name === undefined ? [] : [{ value, name, sources, calls: same.map(({ call }) => call), next: 0 }]
  })
  const held = emptySizes()
  const minimal = emptySizes()
  for (const { number, index, start } of view.calls) {
    const kept: Valued[] = []
    const least: Valued[] = []
    for (const each of values) {
      const { sources, calls } = each
      while ((calls[each.next]?.number ?? Infinity) < number) each.next++
      const next = calls[each.next]
      if (next === undefined || isWithin(sources, next.start, next.index)) continue
      if (isWithin(sources, 0, index)) kept.push(each)
      if (isWithin(sources, 0, start) && !isWithin(sources, start, next.index)) least.push(each)
    }
    add(held, kept)
    add(minimal, least)
  }
  return { held, minimal }
}

interface Valued {
  readonly name: string
  readonly value: string
}

/** Whether a place is in a range of messages. */
function isWithin(places: Places, from: number, to: number): boolean {
  return placesBefore(places, to).length > placesBefore(places, from).length
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
