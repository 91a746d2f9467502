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
import type { Pattern } from './parts/places.ts'
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
  const named = (name: string): readonly Annotation[] => annotations.filter(({ keyword }) => keyword === name)
  const places = (keyword: string, guard: (places: readonly Pattern[]) => Guard): Guard[] => {
    const found = named(keyword).filter(readSwitch)
    return found.length > 0 ? [guard(found.map(({ place }) => place))] : []
  }
  const rules = named('x-merge').map((found): [Pattern, MergeRule] => [found.place, readRule(found)])
  for (const found of annotations) {
    if (found.keyword === 'x-cut' && typeof found.value !== 'number') readSwitch(found)
    if (found.keyword === 'x-evict' && found.value !== 'oldest') throw unreadable(found, '"oldest"')
  }
  const guards = [
    ...(rules.length > 0 ? [mergeRules(rules)] : []),
    ...places('x-protected', protect),
    ...places('x-append-only', appendOnly),
    ...places('x-keep-container', (kept) => keepContainers({ places: kept })),
    ...places('x-named-by-action', (paths) => namedByAction({ paths })),
    ...named('x-max-deletions').map((found) => maxDeletions(readCount(found), { within: [found.place] })),
  ]
  const needsRoom = named('x-evict').length > 0 || named('x-cut').length > 0
  return needsRoom ? [...guards, makeRoom(schema, guards)] : guards
}

function unreadable({ keyword, value, place }: Annotation, expected: string): SkillStateError {
  return invalidAnnotation(place.text, `expected ${keyword} to be ${expected}, found ${describeValue(value)}`)
}

function readSwitch(found: Annotation): boolean {
  if (typeof found.value === 'boolean') return found.value
  throw unreadable(found, 'true or false')
}

function readCount(found: Annotation): number {
  const { value } = found
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw unreadable(found, 'a whole number from 0')
}

function readRule({ value, place }: Annotation): MergeRule {
  try {
    return ruleNamed(value)
  } catch (error) {
    if (error instanceof SkillStateError) throw invalidAnnotation(place.text, error.message)
    throw error
  }
}
