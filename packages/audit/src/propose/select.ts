import type { FieldEffect } from './training.ts'

/** An effect that may be chosen. Those of one family, such as one source with different rules, exclude each other. */
export type Candidate = FieldEffect & { readonly family: number }

/**
 * What it adds that a need is held from a second tool, or from users beside a tool. One source would do here; another
 * agent may not make the call that fills it.
 */
const TWICE = 0.05

/**
 * Chooses effects that carry the most needs for their size: each need is worth `price` characters of the mean state.
 * Local search: it adds, removes or replaces one effect at a time while that pays.
 */
export function selectEffects(
  pool: readonly Candidate[],
  price: number,
  weights: Float64Array,
): readonly Candidate[] {
  const needs = new Map(pool.map((each) => [each, needsIn(each)]))
  const needsOf = (each: Candidate): readonly number[] => needs.get(each) ?? []
  let chosen: Candidate[] = []
  for (;;) {
    const holders = Array.from(weights, (): Candidate[] => [])
    for (const each of chosen) for (const need of needsOf(each)) holders[need]?.push(each)
    const losses = new Map(
      chosen.map((old) => [old, sumOf(needsOf(old), weights, (need) => change(holders[need], old))]),
    )
    let best = {
      gain: 1e-9,
      without: undefined as Candidate | undefined,
      add: undefined as Candidate | undefined,
    }
    const consider = (value: number, without: Candidate | undefined, add: Candidate | undefined): void => {
      const gain = price * value + (without?.meanChars ?? 0) - (add?.meanChars ?? 0)
      if (gain > best.gain) best = { gain, without, add }
    }
    for (const old of chosen) consider(losses.get(old) ?? 0, old, undefined)
    for (const add of pool) {
      const alone = sumOf(needsOf(add), weights, (need) => change(holders[need], undefined, add))
      const rival = chosen.find(({ family }) => family === add.family)
      if (rival === undefined) consider(alone, undefined, add)
      const both = overlaps(add, needsOf(add), holders, weights)
      for (const old of rival === undefined ? chosen : [rival])
        consider(alone + (losses.get(old) ?? 0) + (both.get(old) ?? 0), old, add)
    }
    const { without, add } = best
    if (without === undefined && add === undefined) return chosen
    chosen = chosen.filter((each) => each !== without)
    if (add !== undefined) chosen.push(add)
  }
}

function needsIn({ covers }: FieldEffect): readonly number[] {
  const needs: number[] = []
  covers.forEach((holds, need) => {
    if (holds === 1) needs.push(need)
  })
  return needs
}

/** For each chosen effect, what its replacement changes beyond the sum of adding the one and removing the other. */
function overlaps(
  add: Candidate,
  needs: readonly number[],
  holders: readonly (readonly Candidate[])[],
  weights: Float64Array,
): ReadonlyMap<Candidate, number> {
  const sums = new Map<Candidate, number>()
  for (const need of needs) {
    for (const old of holders[need] ?? []) {
      const held = holders[need]
      const beyond = change(held, old, add) - change(held, old) - change(held, undefined, add)
      sums.set(old, (sums.get(old) ?? 0) + beyond * (weights[need] ?? 0))
    }
  }
  return sums
}

/** What it changes for a need if one holder goes and another comes. */
function change(holders: readonly Candidate[] = [], without?: Candidate, add?: Candidate): number {
  return worthOf(holders, without, add) - worthOf(holders)
}

function worthOf(holders: readonly Candidate[], without?: Candidate, add?: Candidate): number {
  let first = add && originOf(add)
  for (const each of holders) {
    if (each === without) continue
    const origin = originOf(each)
    first ??= origin
    if (origin !== first) return 1 + TWICE
  }
  return first === undefined ? 0 : 1
}

function originOf({ field: { from } }: Candidate): string {
  return 'tool' in from ? from.tool : ''
}

function sumOf(needs: readonly number[], weights: Float64Array, value: (need: number) => number): number {
  return needs.reduce((sum, need) => sum + value(need) * (weights[need] ?? 0), 0)
}
