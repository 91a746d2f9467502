import { isJsonObject, type JsonObject, type JsonValue, known } from '@skill-state/protocol'
import { localPart } from '../schema/references.ts'
import { mapSubschemas, objectOf, withPrefixItems } from '../schema/subschemas.ts'
import type { PatchEncoding } from './encoding.ts'

/**
 * JSON Schema (2020-12) of a whole answer, for constrained decoding: `reasoning` first, so that it is written
 * before what follows from it, then `state_patch` as the skill's encoding has it, then `action`: a text, or what
 * the environment's `actionSchema` says. Definitions of both are in the root's `$defs`. Without a skill, for a runtime without
 * a state, there is no `state_patch`.
 *
 * Fit for strict modes if the encoding and the action schema are: `operations` and `keep` are, `merge` is not.
 * Throws `invalid-skill` if the encoding cannot write the skill's state.
 *
 * @example
 * ```ts
 * import { answerSchema, compileSkill } from '@skill-state/core'
 *
 * const schema = { type: 'object', properties: { done: { type: 'boolean' } }, additionalProperties: false }
 * const skill = compileSkill({ name: 'work', instructions: '', schema, initialState: {} })
 * console.log(answerSchema(skill).required) // [ 'reasoning', 'state_patch', 'action' ]
 * ```
 */
export function answerSchema(
  skill: { readonly schema: JsonObject; readonly options: { readonly encoding: PatchEncoding } } | undefined,
  actionSchema: JsonObject = { type: 'string' },
): JsonObject {
  const patch = skill && embed(skill.options.encoding.patchSchema(skill.schema), 'state_patch')
  const action = embed(actionSchema, 'action')
  const properties = known({
    reasoning: { type: 'string' },
    state_patch: patch?.schema,
    action: action.schema,
  })
  const $defs = { ...patch?.definitions, ...action.definitions }
  return known({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    $defs: Object.keys($defs).length > 0 ? $defs : undefined,
  })
}

function embed(root: JsonObject, property: string): { schema: JsonValue; definitions: JsonObject } {
  const { $schema: _, $id: __, $defs, definitions, ...schema } = root
  const rename = (reference: string): string => movedReference(localPart(root, reference), property)
  const move = (below: JsonValue): JsonValue => moved(below, rename)
  return {
    schema: move(schema),
    definitions: {
      ...renamed($defs, `${property}_`, move),
      ...renamed(definitions, `${property}_definitions_`, move),
    },
  }
}

function renamed(
  definitions: JsonValue | undefined,
  prefix: string,
  move: (schema: JsonValue) => JsonValue,
): JsonObject {
  const entries = Object.entries(objectOf(definitions))
  return Object.fromEntries(entries.map(([name, schema]) => [prefix + name, move(schema)]))
}

/** Leads local references to where their target is now. A schema with an `$id` of its own keeps its own. */
function moved(schema: JsonValue, rename: (reference: string) => string): JsonValue {
  if (!isJsonObject(schema) || schema.$id !== undefined) return schema
  const { $ref, ...others } = mapSubschemas(withPrefixItems(schema), (below) => moved(below, rename))
  return typeof $ref === 'string' ? { ...others, $ref: rename($ref) } : others
}

function movedReference(local: string, property: string): string {
  if (!/^#(\/|$)/.test(local)) return local
  const definition = /^#\/(\$defs|definitions)\/(.*)$/s.exec(local)
  if (!definition) return `#/properties/${property}${local.slice(1)}`
  const [, keyword, rest] = definition
  return `#/$defs/${property}_${keyword === '$defs' ? '' : 'definitions_'}${rest}`
}
