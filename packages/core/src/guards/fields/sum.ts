import type { ComputedField } from '../parts/computed.ts'
import { type PointerPattern, placesIn, toPattern } from '../parts/pattern.ts'

/** Sum of the numbers at these places, in the order of the state; what is not a number adds nothing. */
export function sum(places: PointerPattern): ComputedField {
  const { steps } = toPattern(places)
  return (state) => {
    let value = 0
    for (const found of placesIn(state, steps)) if (typeof found.value === 'number') value += found.value
    return { ok: true, value }
  }
}
