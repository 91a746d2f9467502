import type { FieldEffect } from './training.ts'

/**
 * What it adds that a need is held from a second tool, or from users beside a tool. One source would do here; another
 * agent may not make the call that fills it. More than this adds nothing in recordings that are held out.
 */
const TWICE = 0.5

/**
 * Chooses effects that carry the most needs for their size: each need is worth `price` characters of the mean state.
 * Local search: it adds, removes or replaces one effect at a time while that pays, from those that are given.
 */
export function selectEffects(
  pool: readonly FieldEffect[],
  price: number,
  weights: Float64Array,
  start: readonly FieldEffect[] = [],
): readonly FieldEffect[] {
  let chosen = start
  for (;;) {
    const holders = new Map<number, FieldEffect[]>()
    for (const each of chosen)
      for (const need of each.holds) holders.set(need, [...(holders.get(need) ?? []), each])
    const losses = new Map(
      chosen.map((old) => [old, sumOf(old.holds, weights, (need) => change(holders.get(need), old))]),
    )
    let best = {
      gain: 1e-9,
      without: undefined as FieldEffect | undefined,
      add: undefined as FieldEffect | undefined,
    }
    const consider = (
      value: number,
      without: FieldEffect | undefined,
      add: FieldEffect | undefined,
    ): void => {
      const gain = price * value + (without?.meanChars ?? 0) - (add?.meanChars ?? 0)
      if (gain > best.gain) best = { gain, without, add }
    }
    for (const old of chosen) consider(losses.get(old) ?? 0, old, undefined)
    for (const add of pool) {
      if (losses.has(add)) continue
      const alone = sumOf(add.holds, weights, (need) => change(holders.get(need), undefined, add))
      consider(alone, undefined, add)
      // Two that hold no need together are better judged one at a time.
      for (const [old, both] of overlaps(add, holders, weights))
        consider(alone + (losses.get(old) ?? 0) + both, old, add)
    }
    const { without, add } = best
    if (without === undefined && add === undefined) return chosen
    chosen = [...chosen.filter((each) => each !== without), ...(add === undefined ? [] : [add])]
  }
}

/** For each chosen effect, what its replacement changes beyond the sum of adding the one and removing the other. */
function overlaps(
  add: FieldEffect,
  holders: ReadonlyMap<number, readonly FieldEffect[]>,
  weights: Float64Array,
): ReadonlyMap<FieldEffect, number> {
  const sums = new Map<FieldEffect, number>()
  for (const need of add.holds) {
    const held = holders.get(need) ?? []
    for (const old of held) {
      const beyond = change(held, old, add) - change(held, old) - change(held, undefined, add)
      sums.set(old, (sums.get(old) ?? 0) + beyond * (weights[need] ?? 0))
    }
  }
  return sums
}

/** What it changes for a need if one holder goes and another comes. */
function change(holders: readonly FieldEffect[] = [], without?: FieldEffect, add?: FieldEffect): number {
  return worthOf(holders, without, add) - worthOf(holders)
}

function worthOf(holders: readonly FieldEffect[], without?: FieldEffect, add?: FieldEffect): number {
  let first = add && originOf(add)
  for (const each of holders) {
    if (each === without) continue
    const origin = originOf(each)
    first ??= origin
    if (origin !== first) return 1 + TWICE
  }
  return first === undefined ? 0 : 1
}

function originOf({ field: { from } }: FieldEffect): string {
  return 'tool' in from ? from.tool : ''
}

function sumOf(needs: readonly number[], weights: Float64Array, value: (need: number) => number): number {
  return needs.reduce((sum, need) => sum + value(need) * (weights[need] ?? 0), 0)
}
