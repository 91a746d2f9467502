import type { JsonObject } from '@skill-state/protocol'

/** Most characters of the default state in a prompt: its limits alone allow more, if every character is escaped. */
export const DEFAULT_STATE_CHARS = 30_000

/**
 * The state of a skill that brings no schema: named maps with keys, each bounded in entries, keys and values, so that
 * the prompt has a bound too. Named fields hold what a free text would lose.
 */
export const defaultSchema: JsonObject = {
  type: 'object',
  properties: {
    plan: mapOf('Steps that remain, under short keys that sort in their order.', 10, textOf(120)),
    facts: mapOf('What was found out and is still needed, by what it is about.', 20, textOf(160)),
    open: mapOf('Questions that are not answered yet, under short keys.', 8, textOf(120)),
    done: mapOf('What was done and what came of it, under short keys.', 20, textOf(100)),
    artefacts: mapOf(
      'What exists now or can be read again, by its path or handle, and what it holds.',
      16,
      textOf(100),
    ),
  },
  required: ['plan', 'facts', 'open', 'done', 'artefacts'],
  additionalProperties: false,
}

function mapOf(description: string, maxProperties: number, values: JsonObject): JsonObject {
  return {
    type: 'object',
    description,
    propertyNames: { maxLength: 40 },
    additionalProperties: values,
    maxProperties,
    default: {},
  }
}

function textOf(maxLength: number): JsonObject {
  return { type: 'string', maxLength }
}
