import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@skill-state/protocol'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { leaves, levels, objectAt, outcomesDiffer, withoutKey, withValue } from './_places.ts'
import { pick, shuffled } from './_random.ts'
import { patchVariant, type Scene, type Variant } from './_variant.ts'

/** Patches of the right shape that say something else than the action, which stays right, does. */
export const wrongVariants: readonly Variant[] = [
  wrong('swapped-values', swappedValues),
  wrong('neighbouring-key', neighbouringKeys),
  wrong('forgotten-entry', forgottenEntries),
  wrong('forgotten-patch', () => [{}]),
]

type Candidates = (scene: Scene, random: RandomGenerator) => Iterable<JsonObject>

/** A variant that takes the first candidate that leads to another state than the intended patch. */
function wrong(kind: string, candidates: Candidates): Variant {
  return patchVariant(kind, (scene, random) => {
    for (const patch of candidates(scene, random)) {
      if (outcomesDiffer(scene.state, scene.block.patch, patch)) return patch
    }
    return undefined
  })
}

/** Swaps what the patch says of two keys of one map. */
function* swappedValues({ block: { patch } }: Scene, random: RandomGenerator): Generator<JsonObject> {
  for (const level of shuffled(random, levels(patch))) {
    const left = pick(random, level)
    const others = level.filter(({ value }) => !isDeepStrictEqual(value, left?.value ?? null))
    const right = pick(random, others)
    if (left && right) yield withValue(withValue(patch, left, right.value), right, left.value)
  }
}

/** Writes a value under the next free number, as under `shelf_8` instead of `shelf_7`. */
function* neighbouringKeys(
  { block: { patch }, state }: Scene,
  random: RandomGenerator,
): Generator<JsonObject> {
  for (const leaf of shuffled(random, leaves(patch))) {
    const maps = [objectAt(state, leaf.parent), objectAt(patch, leaf.parent)]
    const key = leaf.value === null ? undefined : nextFree(leaf.key, maps)
    if (key !== undefined) yield withValue(withoutKey(patch, leaf), { ...leaf, key }, leaf.value)
  }
}

function nextFree(key: string, maps: readonly JsonObject[]): string | undefined {
  const [digits] = /\d{1,15}$/.exec(key) ?? []
  if (digits === undefined) return undefined
  const stem = key.slice(0, -digits.length)
  for (let number = Number(digits) + 1; ; number += 1) {
    const next = stem + String(number).padStart(digits.length, '0')
    if (!maps.some((map) => Object.hasOwn(map, next))) return next
  }
}

/** Leaves one of several changes out, as the old shelf of a move. */
function* forgottenEntries({ block: { patch } }: Scene, random: RandomGenerator): Generator<JsonObject> {
  const all = leaves(patch)
  if (all.length > 1) for (const leaf of shuffled(random, all)) yield withoutKey(patch, leaf)
}
