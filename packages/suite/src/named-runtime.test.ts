import { expect, test } from 'vitest'
import { registry } from '../test/small-registry.ts'

test('options that differ from their defaults name the runtime, in one order', () => {
  expect(registry.findRuntime('skill-state:depth=shallow:attempts=1')).toMatchObject({
    name: 'skill-state:attempts=1:depth=shallow',
    options: { attempts: 1, depth: 'shallow' },
  })
  expect(registry.findRuntime('prompt:attempts=3').name).toBe('prompt')
})

test.each([
  ['skill-state:depht=shallow', /options of skill-state: .*depht/],
  ['skill-state:depth=deep', /options of skill-state: depth: /],
  ['prompt:attempts=few', /options of prompt: attempts: /],
])('rejects %s', (name, message) => {
  expect(() => registry.findRuntime(name)).toThrow(message)
})
