import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('canary')

test.each([
  ['inspect', inspect({ secret }, { depth: 10, showHidden: true, getters: true })],
  ['String', String(secret)],
  ['JSON', JSON.stringify({ secret })],
  ['its properties', Reflect.ownKeys(secret).join()],
  ['a copy', inspect(Object.assign({}, secret))],
  ['an error that is thrown', inspect(new Error('no', { cause: secret }), { depth: 10 })],
])('%s does not show it', (_, shown) => {
  expect(shown).not.toContain('canary')
})

test('reveal does', () => {
  expect(secret.reveal()).toBe('canary')
})
