import type { JsonObject } from '@skill-state/protocol'

const text = { type: 'string', minLength: 1 }

function form(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** JSON Schema of `fields.json`, for editors: what `parseFields` reads. */
export const fieldsSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Fields that rules fill',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { ...text, description: 'Of the field in the state. No two fields share one.' },
          from: {
            description: 'A path in the results of a tool, or a regular expression for what users say.',
            anyOf: [
              form({ tool: { type: 'string' }, path: { type: 'string' } }),
              form({ role: { const: 'user' }, pattern: { type: 'string', format: 'regex' } }),
            ],
          },
          key: { type: 'string', description: 'The path whose text in the same result names a slot.' },
          keep: {
            type: 'integer',
            minimum: 1,
            description: 'Keeps what the last so many messages gave, or so many slots.',
          },
          evict: {
            type: 'array',
            items: { type: 'string' },
            description:
              'Tools whose successful result empties the field, or the slots that their arguments name.',
          },
        },
        required: ['name', 'from'],
        additionalProperties: false,
      },
    },
  },
  required: ['fields'],
  additionalProperties: false,
}
