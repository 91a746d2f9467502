import { expect, test } from 'vitest'
import { loadOf } from './load.ts'

test('no model with a provider, no load; else the sum over the limiters', () => {
  expect(loadOf([])).toBeUndefined()
  const one = { limit: 8, inFlight: 2, waiting: 1, limited: 3 }
  expect(loadOf([one, one])).toEqual({ inFlight: 4, waiting: 2, limited: 6 })
  const capped = { ...one, tokensPerMinute: 40_000 }
  expect(loadOf([one, capped, capped])).toMatchObject({ inFlight: 6, tokensPerMinute: 80_000 })
})
