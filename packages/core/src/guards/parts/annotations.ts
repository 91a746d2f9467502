import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'
import { oneLine } from '../../json/excerpt.ts'
import { pointerStep, resolvePointer } from '../../json/pointer.ts'
import { followReference, hasPlainReferences, pointerOf } from '../../schema/references.ts'
import { objectOf, subschemasOf } from '../../schema/subschemas.ts'
import type { Pattern, PatternStep } from './places.ts'

const ANNOTATIONS: readonly string[] =
  `x-protected x-append-only x-merge x-max-deletions x-keep-container x-named-by-action x-evict
  x-fold x-cut`.split(/\s+/)

/** One annotation of a schema, at the places of a state that it is about. */
export interface Annotation {
  readonly keyword: string
  readonly value: JsonValue
  readonly place: Pattern
}

interface Walk {
  readonly root: JsonObject
  /** Pointers that are being followed, to notice a schema that refers to itself. */
  readonly following: readonly string[]
  readonly place: Pattern
}

/**
 * All annotations of a schema, in its order. Throws `invalid-skill` for one that is mistyped, that has no finite
 * set of places, because its schema refers to itself or by other means than `#/…`, or whose place lies inside an
 * array.
 */
export function listAnnotations(root: JsonObject): readonly Annotation[] {
  rejectMistyped(root)
  const text = JSON.stringify(root)
  if (!ANNOTATIONS.some((keyword) => text.includes(`"${keyword}":`))) return []
  if (!hasPlainReferences(root)) {
    const reason = 'annotations need references of the form "#/…" only, without $id or anchors below the root'
    throw invalidAnnotation('', reason)
  }
  return [...walk(root, { root, following: [''], place: { text: '', steps: [] } })]
}

export function invalidAnnotation(place: string, reason: string): SkillStateError {
  return new SkillStateError('invalid-skill', oneLine(`the schema of "${place}": ${reason}`, 400))
}

function* walk(schema: JsonValue | undefined, at: Walk): Generator<Annotation, void, undefined> {
  if (!isJsonObject(schema)) return
  for (const keyword of ANNOTATIONS) {
    const value = schema[keyword]
    if (value !== undefined) yield { keyword, value, place: at.place }
  }
  yield* walkReference(schema, at)
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']) {
    for (const same of [schema[keyword]].flat()) yield* walk(same, at)
  }
  yield* walkKeys(schema, at)
  for (const keyword of ['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems']) {
    for (const found of [schema[keyword]].flat()) rejectInArray(found, at)
  }
}

function* walkReference({ $ref }: JsonObject, at: Walk): Generator<Annotation, void, undefined> {
  const pointer = pointerOf(at.root, $ref)
  if (pointer === undefined) return
  const target = resolvePointer(at.root, pointer)
  if (!at.following.includes(pointer)) yield* walk(target, { ...at, following: [...at.following, pointer] })
  else if (reaches(target, at.root, new Set())) {
    const reason = 'it refers to itself, so that its annotations have no end of places'
    throw invalidAnnotation(at.place.text, reason)
  }
}

function* walkKeys(schema: JsonObject, at: Walk): Generator<Annotation, void, undefined> {
  const named = objectOf(schema.properties)
  const matching = Object.entries(objectOf(schema.patternProperties)).map(([source, child]) => {
    const pattern = readPattern(source, at)
    return { matches: (key: string): boolean => pattern.test(key), child }
  })
  for (const [key, child] of Object.entries(named)) yield* walk(child, below(at, key))
  for (const { matches, child } of matching) yield* walk(child, below(at, matches))
  const isOther = (key: string): boolean =>
    !Object.hasOwn(named, key) && !matching.some(({ matches }) => matches(key))
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    yield* walk(schema[keyword], below(at, isOther))
  }
}

function readPattern(pattern: string, { place }: Walk): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch (cause) {
    const reason = `its pattern "${pattern}" is not a regular expression: ${reasonOf(cause)}`
    throw invalidAnnotation(place.text, reason)
  }
}

function below(at: Walk, step: PatternStep): Walk {
  const text = at.place.text + (typeof step === 'string' ? pointerStep(step) : '/*')
  return { ...at, place: { text, steps: [...at.place.steps, step] } }
}

function rejectInArray(schema: JsonValue | undefined, { root, place }: Walk): void {
  if (schema === undefined || !reaches(schema, root, new Set())) return
  const reason = 'annotations inside an array have no effect, since it changes as a whole'
  throw invalidAnnotation(place.text, reason)
}

function reaches(schema: JsonValue | undefined, root: JsonObject, seen: Set<JsonValue>): boolean {
  if (!isJsonObject(schema) || seen.has(schema)) return false
  seen.add(schema)
  if (ANNOTATIONS.some((keyword) => keyword in schema)) return true
  const below = [followReference(root, schema.$ref), ...subschemasOf(schema)]
  return below.some((child) => reaches(child, root, seen))
}

/**
 * Throws `invalid-skill` for a keyword `x-…`, anywhere in a schema, that nearly is one of these: a guard that
 * its author counts on would be missing. All others are annotations of somebody else.
 */
function rejectMistyped(schema: JsonValue): void {
  if (!isJsonObject(schema)) return
  for (const keyword of Object.keys(schema)) {
    const meant = /^x[-_]/i.test(keyword) && ANNOTATIONS.find((name) => isNear(keyword, name))
    if (!meant || meant === keyword) continue
    const message = `the schema has the keyword "${keyword}", which no guard reads: write "${meant}", or give an annotation of your own another name`
    throw new SkillStateError('invalid-skill', message)
  }
  for (const below of subschemasOf(schema)) rejectMistyped(below)
}

/** Whatever the case and the hyphens, a letter or two may be wrong, missing, too many or in the other's place. */
function isNear(keyword: string, known: string): boolean {
  const wanted = lettersOf(known)
  return isWithin(wanted.length > 8 ? 2 : 1, lettersOf(keyword), wanted)
}

const lettersOf = (keyword: string): string => keyword.toLowerCase().replaceAll(/[-_]/g, '')

function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true
  if (edits === 0) return false
  let same = 0
  while (a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  const isSwapped = x.length > 1 && x[0] === y[1] && x[1] === y[0]
  return (
    isWithin(edits - 1, x.slice(1), y) ||
    isWithin(edits - 1, x, y.slice(1)) ||
    isWithin(edits - 1, x.slice(1), y.slice(1)) ||
    (isSwapped && isWithin(edits - 1, x.slice(2), y.slice(2)))
  )
}
