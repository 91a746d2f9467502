import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { describeValue } from '../json/excerpt.ts'
import { appendOnly } from './append-only.ts'
import { keepContainers } from './keep-containers.ts'
import { makeRoom } from './make-room.ts'
import { maxDeletions } from './max-deletions.ts'
import { mergeRules } from './merge-rules.ts'
import { namedByAction } from './named-by-action.ts'
import { type Annotation, invalidAnnotation, listAnnotations } from './parts/annotations.ts'
import type { Pattern } from './parts/pattern.ts'
import { protect } from './protect.ts'
import { type MergeRule, ruleNamed } from './rules.ts'

/**
 * The guards that a skill's JSON Schema asks for (`compileSkill(skill).schema`), by these annotations:
 *
 * - `x-protected: true` and `x-append-only: true`: `protect` and `appendOnly` at this place;
 * - `x-merge: 'append'`, or `{ rule: 'append', most: 50 }`: a rule of `mergeRules`, by its name;
 * - `x-max-deletions: 2`: `maxDeletions` within this place;
 * - `x-keep-container: true` and `x-named-by-action: true`: `keepContainers` and `namedByAction` at this place;
 * - `x-evict: 'oldest'`, `x-fold: 'field'` and `x-cut: true`: `makeRoom`.
 *
 * `additionalProperties` and `patternProperties` stand for every key that they apply to. An annotation counts
 * wherever it is, also in a branch of `anyOf`. Throws `invalid-skill` for one that cannot be read, and for a
 * keyword that nearly is one of them; other keywords `x-…` are left alone.
 */
export function schemaGuards(schema: JsonObject): Guard[] {
  const annotations = listAnnotations(schema)
  const placesOf = (keyword: string): Pattern[] =>
    annotations.filter((found) => found.keyword === keyword && readSwitch(found)).map(({ place }) => place)

  const rules = annotations
    .filter(({ keyword }) => keyword === 'x-merge')
    .map((found): [Pattern, MergeRule] => [found.place, readRule(found)])
  const kept = placesOf('x-keep-container')
  const fixed = placesOf('x-protected')
  const growing = placesOf('x-append-only')
  const named = placesOf('x-named-by-action')
  for (const found of annotations) {
    if (found.keyword === 'x-cut' && typeof found.value !== 'number') readSwitch(found)
    if (found.keyword === 'x-evict' && found.value !== 'oldest')
      throw invalidAnnotation(
        found.place.text,
        `expected x-evict to be "oldest", found ${describeValue(found.value)}`,
      )
  }
  const guards = [
    ...(rules.length > 0 ? [mergeRules(rules)] : []),
    ...(fixed.length > 0 ? [protect(fixed)] : []),
    ...(growing.length > 0 ? [appendOnly(growing)] : []),
    ...(kept.length > 0 ? [keepContainers({ places: kept })] : []),
    ...(named.length > 0 ? [namedByAction({ paths: named })] : []),
    ...annotations
      .filter(({ keyword }) => keyword === 'x-max-deletions')
      .map((found) => maxDeletions(readCount(found), { within: [found.place] })),
  ]
  const needsRoom = annotations.some(({ keyword }) => keyword === 'x-evict' || keyword === 'x-cut')
  return needsRoom ? [...guards, makeRoom(schema, guards)] : guards
}

function readSwitch({ keyword, value, place }: Annotation): boolean {
  if (typeof value === 'boolean') return value
  throw invalidAnnotation(
    place.text,
    `expected ${keyword} to be true or false, found ${describeValue(value)}`,
  )
}

function readCount({ keyword, value, place }: Annotation): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw invalidAnnotation(
    place.text,
    `expected ${keyword} to be a whole number from 0, found ${describeValue(value)}`,
  )
}

function readRule({ value, place }: Annotation): MergeRule {
  try {
    return ruleNamed(value)
  } catch (error) {
    if (error instanceof SkillStateError) throw invalidAnnotation(place.text, error.message)
    throw error
  }
}
