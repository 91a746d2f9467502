import { type Field, parseFields } from '@skill-state/protocol/evidence'
import { expect, test } from 'vitest'
import { episodeOf, type Line } from '../../test/simulation.ts'
import { materialIn } from '../needs/material.ts'
import { viewOf } from '../needs/view.ts'
import { fillField } from './filled-field.ts'

const order = (id: string, items: readonly string[]): Line => ({
  result: { id, lines: items.map((sku) => ({ sku })) },
})

const lines: readonly Line[] = [
  { user: 'I am Ada, card C-1111, and Bo has C-2222, C-1111.' },
  { agent: '', calls: [['get_order', { id: 'o-1' }]] },
  order('o-1', ['a', 'b', 'a']),
  { agent: '', calls: [['get_order', { id: 'o-2' }]] },
  order('o-2', ['c']),
  { agent: '', calls: [['get_order', { id: 'o-1' }]] },
  order('o-1', ['d']),
  { agent: '', calls: [['get_order', { id: 'o-9' }]] },
  { result: { id: 'o-9', lines: [{ sku: 'never' }] }, error: true },
]

function filled(field: Omit<Field, 'name'>, more: readonly Line[] = []): unknown {
  const state = fillField({ name: 'f', ...field })
  for (const each of materialIn(viewOf(episodeOf([...lines, ...more]), new Set()))) state.take(each)
  return state.value()
}

const from = { tool: 'get_order', path: '$.lines[].sku' }

test('a field takes what a path or a pattern gives, in order, without repeats and without failed calls', () => {
  expect(filled({ from })).toEqual(['a', 'b', 'c', 'd'])
  expect(filled({ from: { tool: 'get_order', path: '$.lines[]{key}' } })).toEqual(['sku'])
  expect(filled({ from: { role: 'user', pattern: 'C-([0-9]+)' } })).toEqual(['1111', '2222'])
  expect(filled({ from: { tool: 'other', path: '$' } })).toBeUndefined()
})

test('keep holds the last messages, and a key makes slots that are replaced', () => {
  expect(filled({ from, keep: 1 })).toEqual(['d'])
  expect(filled({ from, keep: 2 })).toEqual(['c', 'd'])
  const slots = filled({ from, key: '$.id' })
  expect(Object.entries(slots as object)).toEqual([
    ['o-2', ['c']],
    ['o-1', ['d']],
  ])
  expect(filled({ from, key: '$.id', keep: 1 })).toEqual({ 'o-1': ['d'] })
})

test('a tool empties a field, or the slots that its arguments name; a failed call does not', () => {
  const pay = (error: boolean): readonly Line[] => [
    { agent: '', calls: [['pay', { orders: ['o-2'] }]] },
    { result: 'paid', error },
  ]
  expect(filled({ from, evict: ['pay'] }, pay(false))).toBeUndefined()
  expect(filled({ from, evict: ['pay'] }, pay(true))).toEqual(['a', 'b', 'c', 'd'])
  expect(filled({ from, key: '$.id', evict: ['pay'] }, pay(false))).toEqual({ 'o-1': ['d'] })
  // The result that empties a field may fill it again.
  expect(filled({ from, evict: ['get_order'] })).toEqual(['d'])
})

test.each([
  [{}, /must be a JSON list/],
  [[5], /field 1 is not an object/],
  [[{ name: '', from }], /"name" must be a text/],
  [[{ name: 'a', from: { tool: 'x' } }], /"from" must name a tool and a path/],
  [[{ name: 'a', from: { role: 'user', pattern: '(' } }], /field 1: Invalid regular expression/],
  [[{ name: 'a', from, keep: 0 }], /"keep" must be a whole number/],
  [[{ name: 'a', from, evict: 'pay' }], /"evict" must be a list/],
  [
    [
      { name: 'a', from },
      { name: 'a', from },
    ],
    /two fields have the name "a"/,
  ],
])('an invalid list of fields is an error: %j', (value, message) => {
  expect(() => parseFields(value)).toThrow(message)
})
