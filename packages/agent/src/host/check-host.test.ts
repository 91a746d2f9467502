import type { JsonObject } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { agent } from '../agent.ts'
import { checkHost } from './check-host.ts'

const limits = { host: 'the host', maxValueBytes: 2_000_000 }

function withState(properties: JsonObject) {
  return agent({
    model: { id: 'none', generate: async () => Promise.reject(new Error('not asked')) },
    instructions: 'Wait.',
    state: { type: 'object', properties, additionalProperties: false },
    initialState: {},
    tools: {},
    onWarning: () => {},
  })
}

test('an agent whose state has no bound is rejected at start, with the field to bound', () => {
  expect(() => checkHost(withState({ notes: { type: 'string' } }), limits)).toThrow(
    /the host takes 2000000 bytes, and \/notes can have .*: set maxLength/,
  )
})

test('an agent whose longest state has no room is rejected at start, with its longest field', () => {
  const name = { type: 'string', maxLength: 20 }
  expect(() => checkHost(withState({ name, notes: { type: 'string', maxLength: 100_000 } }), limits)).toThrow(
    /lower the bound of \/notes/,
  )
  expect(() => checkHost(withState({ name }), limits)).not.toThrow()
})
