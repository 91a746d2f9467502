import type { JsonObject } from '@skill-state/protocol'

/**
 * What `answerSchema(compileSkill(skill, { encoding }))` of @skill-state/core gives, by skill and encoding: for
 * `createWarehouseSkill(10)` of @skill-state/skillexecbench, whose state cannot be written in `keep`; and for a skill
 * `ticket` with a closed state, of which `status` (open or done) and `count` (an integer from 0) are required, `note`
 * (a text) and `tags` (a list of texts) not.
 */
export const answerSchemas: Readonly<Record<string, JsonObject>> = {
  'warehouse merge': {
    type: 'object',
    properties: {
      reasoning: {
        type: 'string',
      },
      state_patch: {
        type: 'object',
        properties: {
          inventory: {
            type: 'object',
            patternProperties: {
              '^shelf_(0|[1-9][0-9]*)$': {
                type: ['string', 'null'],
                minLength: 1,
              },
            },
            additionalProperties: {
              type: 'null',
            },
          },
        },
        additionalProperties: {
          type: 'null',
        },
      },
      action: {
        type: 'string',
      },
    },
    required: ['reasoning', 'state_patch', 'action'],
    additionalProperties: false,
  },
  'warehouse operations': {
    type: 'object',
    properties: {
      reasoning: {
        type: 'string',
      },
      state_patch: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            op: {
              type: 'string',
              enum: ['set', 'delete'],
            },
            path: {
              type: 'string',
            },
            value: {
              anyOf: [
                {
                  type: 'string',
                },
                {
                  type: 'object',
                  properties: {},
                  required: [],
                  additionalProperties: false,
                },
                {
                  type: 'null',
                },
              ],
            },
          },
          required: ['op', 'path', 'value'],
          additionalProperties: false,
        },
      },
      action: {
        type: 'string',
      },
    },
    required: ['reasoning', 'state_patch', 'action'],
    additionalProperties: false,
  },
  'ticket merge': {
    type: 'object',
    properties: {
      reasoning: {
        type: 'string',
      },
      state_patch: {
        type: 'object',
        properties: {
          status: {
            enum: ['open', 'done'],
          },
          count: {
            type: 'integer',
            minimum: 0,
          },
          note: {
            type: ['string', 'null'],
          },
          tags: {
            type: ['array', 'null'],
            items: {
              type: 'string',
            },
          },
        },
        additionalProperties: {
          type: 'null',
        },
      },
      action: {
        type: 'string',
      },
    },
    required: ['reasoning', 'state_patch', 'action'],
    additionalProperties: false,
  },
  'ticket operations': {
    type: 'object',
    properties: {
      reasoning: {
        type: 'string',
      },
      state_patch: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            op: {
              type: 'string',
              enum: ['set', 'delete'],
            },
            path: {
              type: 'string',
            },
            value: {
              anyOf: [
                {
                  type: 'string',
                },
                {
                  type: 'integer',
                },
                {
                  type: 'array',
                  items: {
                    type: 'string',
                  },
                },
                {
                  type: 'null',
                },
              ],
            },
          },
          required: ['op', 'path', 'value'],
          additionalProperties: false,
        },
      },
      action: {
        type: 'string',
      },
    },
    required: ['reasoning', 'state_patch', 'action'],
    additionalProperties: false,
  },
  'ticket keep': {
    type: 'object',
    properties: {
      reasoning: {
        type: 'string',
      },
      state_patch: {
        type: 'object',
        properties: {
          status: {
            anyOf: [
              {
                type: 'string',
                enum: ['open', 'done'],
              },
              {
                type: 'object',
                properties: {
                  keep: {
                    type: 'boolean',
                    enum: [true],
                  },
                },
                required: ['keep'],
                additionalProperties: false,
              },
            ],
          },
          count: {
            anyOf: [
              {
                type: 'integer',
              },
              {
                type: 'object',
                properties: {
                  keep: {
                    type: 'boolean',
                    enum: [true],
                  },
                },
                required: ['keep'],
                additionalProperties: false,
              },
            ],
          },
          note: {
            anyOf: [
              {
                type: 'string',
              },
              {
                type: 'null',
              },
              {
                type: 'object',
                properties: {
                  keep: {
                    type: 'boolean',
                    enum: [true],
                  },
                },
                required: ['keep'],
                additionalProperties: false,
              },
            ],
          },
          tags: {
            anyOf: [
              {
                type: 'array',
                items: {
                  type: 'string',
                },
              },
              {
                type: 'null',
              },
              {
                type: 'object',
                properties: {
                  keep: {
                    type: 'boolean',
                    enum: [true],
                  },
                },
                required: ['keep'],
                additionalProperties: false,
              },
            ],
          },
        },
        required: ['status', 'count', 'note', 'tags'],
        additionalProperties: false,
      },
      action: {
        type: 'string',
      },
    },
    required: ['reasoning', 'state_patch', 'action'],
    additionalProperties: false,
  },
}
