import { canonicalJson } from '../json/canonical.ts'
import type { Need } from '../needs/needs.ts'
import { nameOf } from '../needs/provenance.ts'
import type { Call, View } from '../needs/view.ts'
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
  const wanted = new Map<string, Call[]>()
  for (const { value, call, class: kind } of needs) {
    if (kind !== 'inP') wanted.set(value, [...(wanted.get(value) ?? []), call])
  }
  const values = [...wanted].flatMap(([value, calls]) => {
    const name = nameOf(view, value)
    const sources = view.placesOf(value).filter(view.isSource)
    return name === undefined ? [] : [{ value, calls, name, sources }]
  })
  const held = emptySizes()
  const minimal = emptySizes()
  for (const call of view.calls) {
    const open = values.flatMap((each) => {
      const next = each.calls.find(({ number }) => number >= call.number)
      const arrives = next && each.sources.some((at) => at >= next.start && at < next.index)
      return next === undefined || arrives ? [] : [{ ...each, next }]
    })
    add(
      held,
      open.filter(({ sources }) => sources.some((at) => at < call.index)),
    )
    add(
      minimal,
      open.filter(
        ({ sources, next }) =>
          sources.some((at) => at < call.start) && !sources.some((at) => at >= call.start && at < next.index),
      ),
    )
  }
  return { held, minimal }
}

export function emptySizes(): StateSizes {
  return { chars: new Tally(), values: new Tally() }
}

function add(sizes: StateSizes, held: readonly { readonly name: string; readonly value: string }[]): void {
  const byName = Object.entries(Object.groupBy(held, ({ name }) => name))
  const state = Object.fromEntries(
    byName.map(([name, of = []]) => [name, of.map(({ value }) => value).sort()]),
  )
  sizes.chars.add(canonicalJson(state).length)
  sizes.values.add(held.length)
}
