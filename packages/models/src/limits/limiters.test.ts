import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { limiterFor } from './limiters.ts'

test('one limiter for a key of a provider', () => {
  const limiter = limiterFor('acme', new Secret('a'))
  expect(limiterFor('acme', new Secret('a'))).toBe(limiter)
  const others = [
    limiterFor('acme', new Secret('b')),
    limiterFor('other', new Secret('a')),
    limiterFor('acme'),
  ]
  expect(new Set([limiter, ...others]).size).toBe(4)
  expect(limiterFor('acme')).toBe(others[2])
})
