import type { JsonObject } from '@skill-state/protocol'

const [text, absent] = [{ type: 'string' }, { type: 'null' }]
const texts = { type: 'array', items: text }

/** An object that needs all of its properties, and takes no other. */
const closed = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** An object whose properties may be left out, and whose others may only be deleted. */
const merged = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: absent,
})

const answer = (state_patch: JsonObject): JsonObject => closed({ reasoning: text, state_patch, action: text })

const operations = (...values: JsonObject[]): JsonObject => {
  const op = { type: 'string', enum: ['set', 'delete'] }
  return answer({ type: 'array', items: closed({ op, path: text, value: { anyOf: [...values, absent] } }) })
}

const kept = (...values: JsonObject[]): JsonObject => ({
  anyOf: [...values, closed({ keep: { type: 'boolean', enum: [true] } })],
})

/**
 * What `answerSchema(compileSkill(skill, { encoding }))` of @skill-state/core gives, by skill and encoding: for
 * `warehouseSkill(10)` of @skill-state/skillexecbench, whose state cannot be written in `keep`; and for a skill
 * `ticket` with a closed state, of which `status` (open or done) and `count` (an integer from 0) are required, `note`
 * (a text) and `tags` (a list of texts) not.
 */
export const answerSchemas: Readonly<Record<string, JsonObject>> = {
  'warehouse merge': answer(
    merged({
      inventory: {
        type: 'object',
        patternProperties: { '^shelf_(0|[1-9][0-9]*)$': { type: ['string', 'null'], minLength: 1 } },
        additionalProperties: absent,
      },
    }),
  ),
  'warehouse operations': operations(text, closed({})),
  'ticket merge': answer(
    merged({
      status: { enum: ['open', 'done'] },
      count: { type: 'integer', minimum: 0 },
      note: { type: ['string', 'null'] },
      tags: { type: ['array', 'null'], items: text },
    }),
  ),
  'ticket operations': operations(text, { type: 'integer' }, texts),
  'ticket keep': answer(
    closed({
      status: kept({ type: 'string', enum: ['open', 'done'] }),
      count: kept({ type: 'integer' }),
      note: kept(text, absent),
      tags: kept(texts, absent),
    }),
  ),
}
