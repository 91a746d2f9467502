import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { containers, type Entry, leaves, leavesAlone, levels, objectAt, own, withValue } from './_places.ts'
import { pick, shuffled } from './_random.ts'
import { patchVariant, type Scene, type Variant } from './_variant.ts'

/** Existing entries, which the decision does not concern, are lost or overwritten. */
export const overwriteVariants: readonly Variant[] = [
  patchVariant('delete-entry', deleteEntry),
  patchVariant('overwrite-entry', overwriteEntry),
  patchVariant('omit-entries', omitEntries),
  patchVariant('null-container', (scene, random) => replaceContainer(scene, random, () => null)),
  // As a model that sums up instead of updating.
  patchVariant('scalar-container', (scene, random) =>
    replaceContainer(scene, random, (container) => Object.keys(container).length),
  ),
]

function deleteEntry({ block, state }: Scene, random: RandomGenerator): JsonObject | undefined {
  const entry = pick(random, untouched(block.patch, state))
  return entry && withValue(block.patch, entry, null)
}

/** Gives an entry the value of another one beside it, of the same type, so that it fits the same map. */
function overwriteEntry({ block, state }: Scene, random: RandomGenerator): JsonObject | undefined {
  const candidates = levels(state)
    .flatMap((level) => Object.values(Object.groupBy(level, ({ value }) => typeOf(value))))
    .filter((group = []) => group.some(({ value }) => !isDeepStrictEqual(value, group[0]?.value ?? null)))
    .flatMap((group = []) => group.map((entry) => ({ entry, group })))
    .filter(({ entry }) => leavesAlone(block.patch, entry))
  const chosen = pick(random, candidates)
  if (chosen === undefined) return undefined
  const others = chosen.group.filter(({ value }) => !isDeepStrictEqual(value, chosen.entry.value))
  const other = pick(random, others)
  return other && withValue(block.patch, chosen.entry, other.value)
}

/** Writes some entries of a top-level map from memory: the paper's "omits existing keys". If ⊕ is shallow, what is omitted is lost. */
function omitEntries({ block: { patch }, state }: Scene, random: RandomGenerator): JsonObject | undefined {
  const maps = Object.keys(state).filter((key) => unmentioned(patch, state, key).length > 1)
  const touched = maps.filter((key) => Object.hasOwn(patch, key))
  const map = pick(random, touched.length > 0 ? touched : maps)
  if (map === undefined) return undefined
  const keys = shuffled(random, unmentioned(patch, state, map))
  const kept = new Set(keys.slice(uniformInt(random, 1, keys.length - 1)))
  const restated = Object.entries(objectAt(state, [map])).filter(([key]) => kept.has(key))
  return { ...patch, [map]: { ...Object.fromEntries(restated), ...objectAt(patch, [map]) } }
}

/** The keys of a top-level map of the state that the patch does not mention; none if it replaces the map. */
function unmentioned(patch: JsonObject, state: JsonObject, map: string): readonly string[] {
  const change = Object.hasOwn(patch, map) ? own(patch, map) : {}
  if (!isJsonObject(change)) return []
  return Object.keys(objectAt(state, [map])).filter((key) => !Object.hasOwn(change, key))
}

function replaceContainer(
  { block: { patch }, state }: Scene,
  random: RandomGenerator,
  replacement: (container: JsonObject) => JsonValue,
): JsonObject | undefined {
  const survivors = containers(state).filter(
    (entry) =>
      Object.keys(entry.value).length > 0 &&
      (leavesAlone(patch, entry) || isJsonObject(own(objectAt(patch, entry.parent), entry.key))),
  )
  const container = pick(random, survivors)
  return container && withValue(patch, container, replacement(container.value))
}

function untouched(patch: JsonObject, state: JsonObject): readonly Entry[] {
  return leaves(state).filter((entry) => leavesAlone(patch, entry))
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
