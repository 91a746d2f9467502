import { add, multiply } from '../../python/arithmetic.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import type { PythonValue, ReadonlyValue } from '../../python/value.ts'

/** A price in US dollars, or the official refusal. */
export type Price =
  | { readonly ok: true; readonly value: PythonValue }
  | { readonly ok: false; readonly refusal: string }

/**
 * What all wanted flights cost the passengers. `select` writes its price into a flight, or gives the refusal, which ends
 * it. Passengers that cannot be counted raise at the first flight, and only there.
 */
export function priceFlights(
  wanted: PythonValue,
  passengers: ReadonlyValue,
  select: (flight: PythonValue) => string | undefined,
): Price {
  let total: PythonValue = 0n
  for (const flight of iterate(wanted)) {
    const refusal = select(flight)
    if (refusal !== undefined) return { ok: false, refusal }
    total = add(total, multiply(getItem(flight, 'price'), length(passengers)), '+=')
  }
  return { ok: true, value: total }
}
