import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { ajvVerdict } from '../../test/schema/ajv.ts'
import { openDocument } from './validator/document.ts'

describe('a schema that ajv does not compile', () => {
  const odd: JsonValue[] = [
    'x',
    -1,
    1.5,
    0,
    true,
    null,
    [],
    {},
    ['a', 'a'],
    [{}],
    { a: 1 },
    { a: ['b'] },
    ['string'],
    'string',
    'a(',
  ]
  const keywords = [
    'type',
    'enum',
    'minimum',
    'multipleOf',
    'minLength',
    'pattern',
    'items',
    'prefixItems',
    'contains',
    'maxContains',
  ]
  const more = [
    'uniqueItems',
    'required',
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'anyOf',
    'not',
    'if',
    'dependentRequired',
    'dependentSchemas',
    '$defs',
    '$ref',
    '$anchor',
    'unevaluatedItems',
  ]
  it.each([...keywords, ...more])('is rejected: %s', (keyword) => {
    for (const value of odd) {
      const schema: JsonObject = { [keyword]: value }
      const compiles = (compile: (schema: JsonObject) => unknown): boolean => {
        try {
          compile(schema)
          return true
        } catch {
          return false
        }
      }
      expect({ schema, compiles: compiles(openDocument) }).toEqual({ schema, compiles: compiles(ajvVerdict) })
    }
  })
})
