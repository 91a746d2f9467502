import type { JsonObject, JsonValue } from '../json.ts'
import type { Field, FieldSource } from './field.ts'
import type { Material } from './material.ts'

type Texts = readonly string[]

/** What one message gave; with a key, under its slot. A field that keeps several is a list of these, the newest last. */
type Group = Texts | { readonly [slot: string]: Texts }

/** Whether a state holds a field as a list of groups. */
export function isGrouped({ keep = 1 }: Field): boolean {
  return keep > 1
}

/**
 * What a field holds after a message; `undefined` if nothing. A field is a list of texts; with a `key` an object of lists
 * by slot; if it keeps more than one message or slot, a list of groups.
 */
export function fill(
  field: Field,
  held: JsonValue | undefined,
  material: Material,
  pattern: RegExp | undefined = patternOf(field.from),
): JsonValue | undefined {
  const { key, keep = Number.POSITIVE_INFINITY } = field
  const isEmptied = material.kind === 'result' && field.evict?.includes(material.tool)
  const kept = isEmptied ? without(field, groupsIn(field, held), material.given) : groupsIn(field, held)
  const values = textsIn(material, field.from, pattern)
  const slot = key !== undefined && material.kind === 'result' ? material.texts.get(key)?.[0] : undefined
  if (values.length === 0 || (key !== undefined && slot === undefined))
    return isEmptied ? joined(field, kept) : held
  const others = slot === undefined ? kept : without(field, kept, new Set([slot]))
  const added: Group = slot === undefined ? values : Object.fromEntries([[slot, values]])
  return joined(field, [...others, added].slice(-keep))
}

/** The groups without those of some slots; none of a field that has no slots. */
function without({ key }: Field, groups: readonly Group[], slots: ReadonlySet<string>): readonly Group[] {
  return key === undefined
    ? []
    : groups.filter((group) => !Object.keys(group).some((slot) => slots.has(slot)))
}

/** The groups of a field's value. */
export function groupsIn(field: Field, held: JsonValue | undefined): readonly Group[] {
  if (held === undefined) return []
  if (isGrouped(field)) return held as readonly Group[]
  if (field.key === undefined) return [held as Texts]
  return Object.entries(held as JsonObject).map(([slot, texts]) =>
    Object.fromEntries([[slot, texts as Texts]]),
  )
}

function joined(field: Field, groups: readonly Group[]): JsonValue | undefined {
  if (groups.length === 0) return undefined
  return isGrouped(field) ? groups : merged(field, groups)
}

/** The groups as one list without repeats, or as one object of slots. */
export function merged({ key }: Field, groups: readonly Group[]): JsonValue {
  if (key === undefined) return [...new Set(groups.flat() as Texts)]
  return Object.fromEntries(groups.flatMap((group) => Object.entries(group)))
}

/** The texts that a source takes from a message. */
export function textsIn(
  material: Material,
  from: FieldSource,
  pattern: RegExp | undefined = patternOf(from),
): Texts {
  if (material.kind === 'user') {
    if (pattern === undefined) return []
    const found = [...material.text.matchAll(pattern)].map((match) => match[1] ?? match[0])
    return [...new Set(found)].filter((text) => text !== '')
  }
  return 'tool' in from && from.tool === material.tool ? (material.texts.get(from.path) ?? []) : []
}

export function patternOf(from: FieldSource): RegExp | undefined {
  return 'pattern' in from ? new RegExp(from.pattern, 'gu') : undefined
}
