import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { withContent } from './_block.ts'
import { containers, type Entry, leaves, objectAt, withoutKey, withValue } from './_places.ts'
import { pick, shuffled } from './_random.ts'
import { patchVariant, type Variant } from './_variant.ts'

const strangers: readonly string[] = ['notes', 'status', 'last_action', 'updated_state']

/** Valid JSON of the wrong shape. A skill whose schema is loose lets some of it pass: its schema is not seen here. */
export const schemaVariants: readonly Variant[] = [
  patchVariant('unknown-key', ({ block: { patch }, state }, random) => {
    const free = strangers.filter((key) => !Object.hasOwn(state, key) && !Object.hasOwn(patch, key))
    const key = pick(random, free)
    return key === undefined ? undefined : { ...patch, [key]: 'updated' }
  }),
  patchVariant('leaf-type', ({ block: { patch } }, random) => {
    const leaf = pick(random, written(patch))
    return leaf && withValue(patch, leaf, otherType(leaf.value))
  }),
  // `{"a": 1, "b": 2}` becomes `[{"a": 1}, {"b": 2}]`.
  patchVariant('list-for-map', ({ block: { patch } }, random) => {
    const map = pick(random, containers(patch))
    const list = Object.entries(map?.value ?? {}).map(([key, value]) => ({ [key]: value }))
    return map && withValue(patch, map, list)
  }),
  // `["a", "b"]` becomes `{"0": "a", "1": "b"}`.
  patchVariant('map-for-list', ({ block: { patch } }, random) => {
    const list = pick(random, lists(patch))
    return list && withValue(patch, list, Object.fromEntries(list.value.entries()))
  }),
  // Marks an element of a list as deleted, or makes a list of a value to say so.
  patchVariant('null-in-list', ({ block: { patch } }, random) => {
    const list = pick(random, lists(patch))
    if (list) return withValue(patch, list, [...list.value, null])
    const leaf = pick(random, written(patch))
    return leaf && withValue(patch, leaf, [leaf.value, null])
  }),
  // Swaps two letters of a key inside a map, as in `shlef_7`.
  patchVariant('misspelled-key', ({ block: { patch }, state }, random) => {
    const inMaps = written(patch).filter(({ parent }) => parent.length > 0)
    for (const leaf of shuffled(random, inMaps)) {
      const maps = [objectAt(state, leaf.parent), objectAt(patch, leaf.parent)]
      const free = misspellings(leaf.key).filter((name) => !maps.some((map) => Object.hasOwn(map, name)))
      const key = pick(random, free)
      if (key !== undefined) return withValue(withoutKey(patch, leaf), { ...leaf, key }, leaf.value)
    }
    return undefined
  }),
  patchVariant('patch-as-text', ({ block }) => JSON.stringify(block.patch)),
  patchVariant('patch-as-list', ({ block }) => [block.patch]),
  {
    kind: 'missing-action',
    inject: ({ block }) => ({
      text: withContent(block, withoutKey(block.value, { parent: [], key: 'action' })),
      patch: block.patch,
    }),
  },
]

/** A number for a string, as 12 for "item_12"; a string for anything else. */
function otherType(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return JSON.stringify(value)
  return Number(/\d{1,15}/.exec(value)?.[0] ?? value.length)
}

function misspellings(key: string): readonly string[] {
  return Array.from(key.matchAll(/(?=([a-z])([a-z]))/gi))
    .filter(([, left, right]) => left !== right)
    .map(({ 1: left, 2: right, index }) => `${key.slice(0, index)}${right}${left}${key.slice(index + 2)}`)
}

/** What the patch sets to a value: a deletion under a wrong key, say, would change nothing. */
function written(patch: JsonObject): readonly Entry[] {
  return leaves(patch).filter(({ value }) => value !== null)
}

function lists(patch: JsonObject): readonly Entry<readonly JsonValue[]>[] {
  return leaves(patch).flatMap(({ value, ...place }) =>
    value === null || typeof value !== 'object' || isJsonObject(value) ? [] : [{ ...place, value }],
  )
}
