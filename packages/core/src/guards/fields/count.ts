import type { ComputedField } from '../parts/computed.ts'
import { sizeOf } from '../parts/node.ts'
import { type PointerPattern, placesIn, toPattern } from '../parts/pattern.ts'

/** Number of keys or items at a place; of all places together if the pattern has several. */
export function count(place: PointerPattern): ComputedField {
  const { steps } = toPattern(place)
  return (state) => {
    let value = 0
    for (const found of placesIn(state, steps)) value += sizeOf(found.value)
    return { ok: true, value }
  }
}
