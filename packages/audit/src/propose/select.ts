import type { FieldEffect } from './training.ts'

/**
 * Chooses effects that carry the most needs for their size: each need is worth `price` characters of the mean state.
 * Local search: it adds, removes or replaces one effect at a time while that pays. Effects of one family, such as one
 * source with different rules of eviction, exclude each other.
 */
export function selectEffects(
  pool: readonly (FieldEffect & { readonly family: number })[],
  price: number,
  weights: Float64Array,
): readonly (FieldEffect & { readonly family: number })[] {
  let chosen: (typeof pool)[number][] = []
  for (;;) {
    const holders = holdersOf(chosen)
    let best = { gain: 1e-9, without: -1, add: undefined as (typeof pool)[number] | undefined }
    const consider = (without: number, add: (typeof pool)[number] | undefined): void => {
      const old = chosen[without]
      const gain =
        price * coveredBy(holders, old, add, weights) + (old?.meanChars ?? 0) - (add?.meanChars ?? 0)
      if (gain > best.gain) best = { gain, without, add }
    }
    for (const at of chosen.keys()) consider(at, undefined)
    for (const each of pool) {
      const rival = chosen.findIndex(({ family }) => family === each.family)
      if (rival === -1) consider(-1, each)
      chosen.forEach((_, at) => {
        if (rival === -1 || rival === at) consider(at, each)
      })
    }
    if (best.without === -1 && best.add === undefined) return chosen
    chosen = chosen.filter((_, at) => at !== best.without)
    if (best.add !== undefined) chosen.push(best.add)
  }
}

/** By how many effects each need is held. */
function holdersOf(effects: readonly FieldEffect[]): Uint8Array {
  const holders = new Uint8Array(effects[0]?.covers.length ?? 0)
  for (const { covers } of effects)
    covers.forEach((holds, need) => {
      holders[need] = (holders[need] ?? 0) + holds
    })
  return holders
}

/** How many more needs are held if one effect goes and another comes. */
function coveredBy(
  holders: Uint8Array,
  goes: FieldEffect | undefined,
  comes: FieldEffect | undefined,
  weights: Float64Array,
): number {
  let change = 0
  for (let need = 0; need < weights.length; need++) {
    const now = holders[need] ?? 0
    const then = now - (goes?.covers[need] ?? 0) + (comes?.covers[need] ?? 0)
    change += (weights[need] ?? 0) * ((then > 0 ? 1 : 0) - (now > 0 ? 1 : 0))
  }
  return change
}
