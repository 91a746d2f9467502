import type { JsonObject } from '@skill-state/protocol'

/** Most characters of the default state in a prompt. Its texts are cut before they could exceed it. */
export const DEFAULT_STATE_CHARS = 30_000

/**
 * The state of a skill that brings no schema: named maps with keys, each bounded in entries, keys and values, so that
 * the prompt has a bound too. It bends: a long text is cut, and of a full map the oldest entries go into `earlier`.
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
    earlier: {
      ...textOf(1_200),
      description: 'Written by the runtime: the oldest entries of a map that was full.',
    },
  },
  required: ['plan', 'facts', 'open', 'done', 'artefacts'],
  additionalProperties: false,
}

function mapOf(description: string, maxProperties: number, values: JsonObject): JsonObject {
  return {
    type: 'object',
    description,
    propertyNames: { maxLength: 40, 'x-cut': 80 },
    additionalProperties: values,
    maxProperties,
    'x-evict': 'oldest',
    'x-fold': 'earlier',
    default: {},
  }
}

/** Escaped it has at most twice the characters: so much that the whole state stays within its limit. */
function textOf(maxLength: number): JsonObject {
  return { type: 'string', maxLength, 'x-cut': 2 * maxLength }
}
