import { expect, it } from 'vitest'
import { type Target, verdictOf } from './row.ts'

const cases: [Target, 'ok' | 'missed'][] = [
  [{ on: 'figure', kind: 'at-most', value: 2 }, 'ok'],
  [{ on: 'figure', kind: 'at-most', value: 1.9 }, 'missed'],
  [{ on: 'ratio', kind: 'at-most', value: 5 }, 'ok'],
  [{ on: 'ratio', kind: 'at-most', value: 4.9 }, 'missed'],
  [{ on: 'figure', kind: 'at-least', value: 2 }, 'ok'],
  [{ on: 'figure', kind: 'at-least', value: 3 }, 'missed'],
  [{ on: 'figure', kind: 'near', value: 1.95, tolerance: 0.1 }, 'ok'],
  [{ on: 'figure', kind: 'near', value: 1.5, tolerance: 0.1 }, 'missed'],
]

it.each(cases)('judges a row by %j: %s', (target, verdict) => {
  const row = { name: 'x', figure: 2, unit: 'µs', ratio: { value: 5, of: 'bound' }, target }
  expect(verdictOf(row)).toBe(verdict)
})

it('has no verdict without a target, and misses a target on a ratio that is not there', () => {
  expect(verdictOf({ name: 'x', figure: 2, unit: 'µs' })).toBeUndefined()
  const target: Target = { on: 'ratio', kind: 'at-most', value: 5 }
  expect(verdictOf({ name: 'x', figure: 2, unit: 'µs', target })).toBe('missed')
})
