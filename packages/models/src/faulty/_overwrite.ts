import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { containers, leaves, leavesAlone, levels, objectAt, own, withValue } from './_places.ts'
import { pick, shuffled } from './_random.ts'
import { patchVariant, type Variant } from './_variant.ts'

/** Existing entries, which the decision does not concern, are lost or overwritten. */
export const overwriteVariants: readonly Variant[] = [
  patchVariant('delete-entry', ({ block: { patch }, state }, random) => {
    const untouched = leaves(state).filter((entry) => leavesAlone(patch, entry))
    const entry = pick(random, untouched)
    return entry && withValue(patch, entry, null)
  }),
  // Gives an entry the value of another one beside it, of the same type, so that it fits the same map.
  patchVariant('overwrite-entry', ({ block: { patch }, state }, random) => {
    const candidates = levels(state)
      .flatMap((level) => Object.values(Object.groupBy(level, ({ value }) => typeOf(value))))
      .filter((group = []) => group.some(({ value }) => !isDeepStrictEqual(value, group[0]?.value ?? null)))
      .flatMap((group = []) => group.map((entry) => ({ entry, group })))
      .filter(({ entry }) => leavesAlone(patch, entry))
    const chosen = pick(random, candidates)
    if (chosen === undefined) return undefined
    const others = chosen.group.filter(({ value }) => !isDeepStrictEqual(value, chosen.entry.value))
    const other = pick(random, others)
    return other && withValue(patch, chosen.entry, other.value)
  }),
  // Writes some entries of a top-level map from memory: the paper's "omits existing keys". If ⊕ is shallow, the others are lost.
  patchVariant('omit-entries', ({ block: { patch }, state }, random) => {
    const maps = Object.keys(state).filter((key) => unmentioned(patch, state, key).length > 1)
    const touched = maps.filter((key) => Object.hasOwn(patch, key))
    const map = pick(random, touched.length > 0 ? touched : maps)
    if (map === undefined) return undefined
    const keys = shuffled(random, unmentioned(patch, state, map))
    const kept = new Set(keys.slice(uniformInt(random, 1, keys.length - 1)))
    const restated = Object.entries(objectAt(state, [map])).filter(([key]) => kept.has(key))
    return { ...patch, [map]: { ...Object.fromEntries(restated), ...objectAt(patch, [map]) } }
  }),
  replaced('null-container', () => null),
  // As a model that sums up instead of updating.
  replaced('scalar-container', (container) => Object.keys(container).length),
]

/** The keys of a top-level map of the state that the patch does not mention; none if it replaces the map. */
function unmentioned(patch: JsonObject, state: JsonObject, map: string): readonly string[] {
  const change = Object.hasOwn(patch, map) ? own(patch, map) : {}
  if (!isJsonObject(change)) return []
  return Object.keys(objectAt(state, [map])).filter((key) => !Object.hasOwn(change, key))
}

function replaced(kind: string, replacement: (container: JsonObject) => JsonValue): Variant {
  return patchVariant(kind, ({ block: { patch }, state }, random) => {
    const survivors = containers(state).filter(
      (entry) =>
        Object.keys(entry.value).length > 0 &&
        (leavesAlone(patch, entry) || isJsonObject(own(objectAt(patch, entry.parent), entry.key))),
    )
    const container = pick(random, survivors)
    return container && withValue(patch, container, replacement(container.value))
  })
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
