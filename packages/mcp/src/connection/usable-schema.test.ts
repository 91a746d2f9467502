import { expect, test } from 'vitest'
import { usableSchema } from './_usable-schema.ts'

test('drops names of schemas, and takes none that needs them', () => {
  expect(
    usableSchema({ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'x', type: 'object' }),
  ).toEqual({ type: 'object' })
  expect(usableSchema({ type: 'object', properties: { a: { $anchor: 'here' } } })).toBeUndefined()
  expect(usableSchema({ type: 'object', properties: { $ref: { type: 'string' } } })).toBeDefined()
})
