import type { Action } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { readAction } from './read-action.ts'

test('a call and a reply', () => {
  expect(readAction({ think: { thought: 'hm' } })).toEqual({
    kind: 'call',
    name: 'think',
    kwargs: new Map([['thought', 'hm']]),
  })
  expect(readAction({ respond: '' })).toEqual({ kind: 'respond', content: '' })
})

test('the text of an action says more than its value', () => {
  const source = '{"f": {"b": 250.0, "2": 250, "1": 12345678901234567890}}'
  const move = readAction(JSON.parse(source), source)
  expect(move).toEqual({
    kind: 'call',
    name: 'f',
    kwargs: new Map<string, bigint | number>([
      ['b', 250],
      ['2', 250n],
      ['1', 12345678901234567890n],
    ]),
  })
  expect(move?.kind === 'call' && [...move.kwargs.keys()]).toEqual(['b', '2', '1'])
  expect(readAction({ f: { a: 250 } })).toEqual({ kind: 'call', name: 'f', kwargs: new Map([['a', 250n]]) })
})

test('prototype keys are ordinary tools and arguments', () => {
  expect(readAction(JSON.parse('{"__proto__": {"constructor": 1}}'))).toEqual({
    kind: 'call',
    name: '__proto__',
    kwargs: new Map([['constructor', 1n]]),
  })
})

test.each<Action>([
  'think',
  {},
  { respond: 1 },
  { respond: {} },
  { think: 'hm' },
  { think: [] },
  { think: {}, respond: 'a' },
])('%j is no action', (action) => {
  expect(readAction(action)).toBeUndefined()
})

test('unreadably deep nesting is no action, whatever the text beside it', () => {
  const deep = (levels: number) => `{"think": {"thought": ${'['.repeat(levels)}${']'.repeat(levels)}}}`
  expect(readAction(JSON.parse(deep(100)))?.kind).toBe('call')
  expect(readAction(JSON.parse(deep(5000)))).toBeUndefined()
  expect(readAction({ respond: 'a' }, deep(5000))).toEqual({ kind: 'respond', content: 'a' })
})
