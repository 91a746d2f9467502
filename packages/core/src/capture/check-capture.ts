import { type JsonObject, type JsonValue, type Skill, SkillStateError } from '@skill-state/protocol'
import type { Field } from './field.ts'
import { isGrouped } from './fill.ts'
import { partOf } from './fit.ts'

/** Throws `invalid-skill` for a captured field that the schema does not have, or has as something else. */
export function checkCapture(
  { skill, schema }: { readonly skill: Skill; readonly schema: JsonObject },
  fields: readonly Field[],
): void {
  for (const field of fields) {
    const property = partOf(partOf(schema, 'properties'), field.name)
    const kinds = kindsOf(field)
    if (hasKinds(property, kinds)) continue
    throw new SkillStateError(
      'invalid-skill',
      `skill "${skill.name}": the captured field "${field.name}" must be in the schema as ${kinds.join(' of ')}`,
    )
  }
}

/** What a field is made of, from the outside in. */
export function kindsOf(field: Field): readonly ('array' | 'object' | 'string')[] {
  const group =
    field.key === undefined ? (['array', 'string'] as const) : (['object', 'array', 'string'] as const)
  return isGrouped(field) ? ['array', ...group] : group
}

function hasKinds(schema: JsonValue | undefined, [kind, ...inner]: readonly string[]): boolean {
  if (kind === undefined) return true
  if (partOf(schema, 'type') !== kind) return false
  return (
    kind === 'string' || hasKinds(partOf(schema, kind === 'array' ? 'items' : 'additionalProperties'), inner)
  )
}
