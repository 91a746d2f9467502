import { autoLayout, baseLog, type LayoutOptions, overlay, type StateLayout, stableFirst } from './layout.ts'

export { billSteps } from './bill-steps.ts'

type Layout = (options?: LayoutOptions) => StateLayout

/**
 * Ways of writing Σ_t in prompts. `baseLog`: Σ as it was, then each patch since. `overlay`: then the present values of what has
 * changed since. `stableFirst`: Σ_t whole, what changed last at its end. `auto`: in each step the cheapest, by the prices.
 *
 * @example
 * ```ts
 * import { State } from '@skill-state/core'
 * import { layouts } from '@skill-state/core/layouts'
 *
 * const layout = layouts.baseLog()
 * const { text, since } = layout.write(State.from({ eggs: 6 }), undefined)
 * const next = layout.write(State.from({ eggs: 6, milk: 1 }), since.next({ milk: 1 }))
 * console.log(next.written, text) // base {"eggs":6}: a log would be longer than a quarter of it
 * ```
 */
export const layouts: Readonly<Record<'auto' | 'baseLog' | 'overlay' | 'stableFirst', Layout>> = {
  auto: autoLayout,
  baseLog,
  overlay,
  stableFirst,
}
