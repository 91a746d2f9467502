import { expect, test } from 'vitest'
import { updateWorkingMemory } from './working-memory.ts'

test('merges an object, and deletes nothing', () => {
  const { memory } = updateWorkingMemory(
    '{"a":{"b":1},"l":[1]}',
    { a: { b: null, c: 2 }, l: [null] },
    { schema: {} },
  )
  expect(JSON.parse(memory ?? '')).toEqual({ a: { b: 1, c: 2 }, l: [null] })
  const refused = updateWorkingMemory('{}', '{"a":1}', { schema: {} })
  expect(refused).toMatchObject({ result: { invalid: true }, memory: '{}' })
})

test('replaces a text, except by the bare template', () => {
  const memory = { template: '# Task\n- Goal:\n' }
  expect(updateWorkingMemory('old', 'new', memory).memory).toBe('new')
  expect(updateWorkingMemory('old', '', memory).memory).toBeUndefined()
  expect(updateWorkingMemory('old', '# Task - Goal:', memory)).toMatchObject({
    result: { success: false },
    memory: 'old',
  })
})
