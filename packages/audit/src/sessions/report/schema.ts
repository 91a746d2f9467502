import type { JsonObject } from '@skill-state/protocol'
import type { SessionTotals } from './totals.ts'

/** What the fields hold. `constraints` are sentences: a file of sessions does not tell their size. */
const FIELDS: Readonly<Record<string, string>> = {
  constraints: 'What must hold, in the words of the user, by a short name.',
  decisions: 'What the user or the host told once: tickets, addresses, names, numbers, by a short name.',
  tasks: 'What is still to be done, by a short name. Delete with null what is done.',
  files: 'Paths that are needed again, by a short name.',
  commands: 'Commands that worked, by a short name.',
  skill: 'The skill in use, by its part.',
  facts: 'What a tool gave and later calls need: ids, ports, revisions, by a short name.',
}

/** Never more than this, however many values a session needed: a state is no transcript. */
const MAX_ENTRIES = 40

/**
 * A proposed schema of a state for the coding sessions of some projects: the fields whose values recurred in them, as large as
 * the session that needed most. A field of one session among several is left out, except constraints and tasks.
 */
export function sessionSchema(totals: SessionTotals): JsonObject {
  const properties: Record<string, JsonObject> = {}
  for (const [name, purpose] of Object.entries(FIELDS)) {
    const field = totals.fields.get(name)
    const isAlways = name === 'constraints' || name === 'tasks'
    if (!isAlways && (field === undefined || (field.sessions < 2 && totals.size > 1))) continue
    const seen = field === undefined ? 'not measured' : `in ${field.sessions} of ${totals.size} sessions`
    properties[name] = {
      type: 'object',
      description: `${purpose} (${seen})`,
      propertyNames: { maxLength: 40 },
      additionalProperties: {
        type: 'string',
        maxLength: Math.max(20, 10 * Math.ceil((field?.longest ?? 100) / 10)),
      },
      maxProperties: Math.min(MAX_ENTRIES, field?.most ?? 8),
      'x-evict': 'oldest',
    }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'State of a coding session',
    type: 'object',
    properties,
    additionalProperties: false,
  }
}
