import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { type ActionForm, actionSchema } from './actions.ts'

const parameters: JsonObject = {
  type: 'object',
  properties: {
    tree: { $ref: '#/$defs/node' },
    like: { type: 'object', properties: { a: true }, default: { type: 'object', properties: {} } },
  },
  $defs: {
    node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: true },
  },
}
const tool = { name: 'a/b c', description: '', parameters }

describe('the schema of actions', () => {
  test('points references to the place of the tool, and closes open objects without a word', () => {
    const { anyOf } = actionSchema([tool], { form: 'alternatives' })
    const node = { $ref: '#/anyOf/0/properties/a~1b%20c/$defs/node' }
    expect(Array.isArray(anyOf) ? anyOf[0] : anyOf).toEqual({
      type: 'object',
      properties: {
        'a/b c': {
          type: 'object',
          properties: {
            tree: node,
            like: {
              type: 'object',
              properties: { a: true },
              default: { type: 'object', properties: {} },
              additionalProperties: false,
            },
          },
          $defs: { node: { type: 'object', properties: { next: node }, additionalProperties: true } },
          additionalProperties: false,
        },
      },
      required: ['a/b c'],
      additionalProperties: false,
    })
  })

  test('as a map has one key, and leaves open what was', () => {
    const schema = actionSchema([tool], { form: 'map' })
    expect(schema).toMatchObject({ additionalProperties: false, minProperties: 1, maxProperties: 1 })
    expect(JSON.stringify(schema)).toContain('#/properties/a~1b%20c/$defs/node')
    expect(Object.keys(schema.properties as JsonObject)).toEqual(['a/b c', 'read_result', 'finish'])
  })

  test('leaves limits to the server if a model is held to the schema, also beside properties of such names', () => {
    const limited = {
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 1 },
        format: { type: 'string', maxLength: 3, description: 'F' },
      },
    }
    const text = (form: ActionForm): string =>
      JSON.stringify(actionSchema([{ ...tool, name: 'x', parameters: limited }], { form: form }))
    expect(text('map')).toContain('"minimum":1}')
    expect(text('alternatives')).toContain(
      '{"count":{"type":"integer"},"format":{"type":"string","description":"F"}},"additionalProperties":false',
    )
  })

  test('does not close the parts of allOf, which together say what is allowed', () => {
    const both = { type: 'object', allOf: [{ type: 'object', properties: { a: true } }] }
    const { anyOf } = actionSchema([{ ...tool, name: 'x', parameters: both }], { form: 'alternatives' })
    expect(JSON.stringify(anyOf)).toContain('"allOf":[{"type":"object","properties":{"a":true}}]')
  })
})
