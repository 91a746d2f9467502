import { type CompiledSkill, certify, compileSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import type { JsonObject } from '@skill-state/protocol'
import { DEFAULT_CHARS, MAX_CHARS, MAX_KEY, MAX_TASKS } from '../limits.ts'

/** A state of a project holds in all of its sessions, one of a session in that session. */
export type Scope = 'project' | 'session'

/** One line in the Basic Multilingual Plane: one character of the schema is then one of the text. */
const LINE = '^[\\u0020-\\u007e\\u00a0-\\ud7ff\\ue000-\\uffff]*$'
/** The same without what JSON escapes, so that a text in the state is as long as it is in our text. */
const UNESCAPED = '^[ !#-[\\]-~]*$'

/** About what the text has beside the entries of the maps. */
const FIXED_CHARS = 1_200

/** What is known of a coding session, so that the text has at most `maxChars` characters. Full maps evict their oldest entries. */
function codingSchema(scope: Scope, maxChars: number, pattern: string): JsonObject {
  const scale = (maxChars - FIXED_CHARS) / (DEFAULT_CHARS - FIXED_CHARS)
  const text = (maxLength: number): JsonObject => ({ type: 'string', maxLength, pattern, 'x-cut': true })
  const map = (entries: number, keyChars: number, chars: number, description: string): JsonObject => ({
    type: 'object',
    description,
    propertyNames: { minLength: 1, maxLength: keyChars, pattern },
    additionalProperties: text(chars),
    maxProperties: Math.max(1, Math.floor(entries * scale)),
    'x-evict': 'oldest',
  })
  const properties: JsonObject =
    scope === 'project'
      ? {
          constraints: map(5, 24, 100, 'What must hold, in the words of who said so, by a short name.'),
          decisions: map(5, 24, 100, 'What was decided, and why, by a short name.'),
          tasks: map(4, 24, 100, 'What is still to be done, by a short name. Delete with null what is done.'),
        }
      : {
          request: { ...text(160), description: 'What the user asked for last.' },
          skill: { ...text(60), description: 'The skill that was used last.' },
          phase: { ...text(40), description: 'That the session was compacted, or has ended.' },
          tasks: { ...map(1, 12, 80, 'Open tasks of the plan.'), maxProperties: MAX_TASKS },
          files: map(5, MAX_KEY, 12, 'Files that were changed, the newest last.'),
          commands: map(4, MAX_KEY, 12, 'Commands that were run, the newest last.'),
        }
  return { type: 'object', properties, additionalProperties: false }
}

/** The state of a scope, ready to take patches. A state that was kept with a higher limit stays valid; patches evict by this one. */
export function codingSkill(scope: Scope, maxChars: number): CompiledSkill {
  const schema = codingSchema(scope, MAX_CHARS, LINE)
  const skill = { name: `coding-${scope}`, instructions: '', schema, initialState: {} }
  return compileSkill(skill, { guards: schemaGuards(codingSchema(scope, maxChars, LINE)) })
}

/** The longest that the text of a state can be. Its lines are never longer than its JSON. */
export function stateBound(scope: Scope, maxChars: number): number {
  const schema = codingSchema(scope, maxChars, UNESCAPED)
  const skill = compileSkill({ name: 'bound', instructions: '', schema, initialState: {} })
  const certificate = certify(skill, { maxObservationChars: 0 })
  return certificate.bounded ? certificate.parts.state : Number.POSITIVE_INFINITY
}
