import { expect, test } from 'vitest'
import { isJsonObject, SkillStateError } from './index.ts'

test.for([{}, { a: null }, JSON.parse('{"__proto__":1}')])('%j is a JSON object', (value) => {
  expect(isJsonObject(value)).toBe(true)
})

test.for([[null], [[]], ['{}'], [0], [true], [undefined]])('%j is not a JSON object', ([value]) => {
  expect(isJsonObject(value)).toBe(false)
})

test('an error carries its code, its message and its cause', () => {
  const cause = new Error('connection reset')
  const error = new SkillStateError('model-failed', 'the model did not answer', { cause })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'SkillStateError', code: 'model-failed', cause })
  expect(String(error)).toBe('SkillStateError: the model did not answer')
})

test('an error without a cause has no such property', () => {
  expect('cause' in new SkillStateError('invalid-option', 'attempts is 0')).toBe(false)
})
