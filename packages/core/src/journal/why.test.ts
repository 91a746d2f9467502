import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { operations, run } from '../../test/plain-journal.ts'
import { merge, mergeState } from '../merge.ts'
import { why } from './why.ts'

const keys = fc.constantFrom('count', 'a', 'b', '', '7', 'a/b', '~', '__proto__', '0', 'list')

it('knows which step wrote or deleted a value last', () => {
  const law = fc.property(operations, fc.array(keys, { maxLength: 3 }), (list, path) => {
    const { store, plain } = run(list)
    const origin = why(
      store,
      path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    )
    expect(JSON.stringify(origin.value)).toBe(JSON.stringify(valueAt(plain.state, path)))
    const writer = plain.line.findLastIndex(({ before, patch }) => patch && wrote(before, patch, path))
    const { number, text, patch } = plain.line[writer] ?? {}
    const step = { index: writer, action: `act ${number}`, result: { text } }
    expect(origin).toMatchObject(writer === -1 ? { kind: 'initial' } : { kind: 'step', step })
    const told = origin.kind === 'step' ? origin.step.patch : undefined
    expect(JSON.stringify(told)).toBe(JSON.stringify(patch))
  })
  fc.assert(law, { numRuns: fuzzRuns(500) })
})

/** Whether a patch sets or deletes what is at the path, in it or above it; word by word from RFC 7396. */
function wrote(before: JsonObject, patch: JsonObject, path: readonly string[]): boolean {
  const after = merge(before, patch)
  return leaves(before, patch).some((leaf) => {
    const shared = Math.min(leaf.length, path.length)
    if (leaf.slice(0, shared).join('\n') !== path.slice(0, shared).join('\n')) return false
    const place = leaf.length > path.length ? leaf : path
    return valueAt(before, place) !== undefined || valueAt(after, place) !== undefined
  })
}

function leaves(before: JsonValue | undefined, patch: JsonObject): string[][] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const was = valueAt(before, [key])
    const merged = isJsonObject(value) && isJsonObject(was)
    return merged ? leaves(was, value).map((path) => [key, ...path]) : [[key]]
  })
}

function valueAt(state: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = state
  for (const key of path) {
    const known = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    value = known ? (value as JsonObject)[key] : undefined
  }
  return value
}

it('finds the writer of a value, of what it is in, and of what is in it', () => {
  const { store, journal } = run([])
  const written: JsonObject[] = [
    { a: { b: 1, c: 2 } },
    { a: { b: 1 } },
    { a: { d: null } },
    { a: 'gone' },
    { list: [[5]] },
    { count: null },
  ]
  for (const patch of written) {
    const { index, state } = journal.position
    journal.decided({ index, patch, action: 'go', commit: 'before-action' })
    const next = mergeState(state, patch).after
    journal.answered({ index, state: next, observation: { text: `O ${index + 1}`, done: false } })
  }
  const origin = (pointer: string) => {
    const found = why(store, pointer)
    return [found.kind === 'step' ? found.step.index : found.kind, found.value]
  }
  expect(origin('/a')).toEqual([3, 'gone'])
  expect(origin('/a/b')).toEqual([3, undefined])
  expect(origin('/a/d')).toEqual(['initial', undefined])
  expect(origin('/list/0/0')).toEqual([4, 5])
  expect(origin('/count')).toEqual([5, undefined])
  expect(origin('/10')).toEqual(['initial', 'ten'])
  expect(why(store, '/count')).toMatchObject({
    step: { index: 5, observation: { text: 'O 5' }, patch: { count: null }, result: { text: 'O 6' } },
  })
  journal.undo(3)
  expect(origin('/a/c')).toEqual([0, 2])
  expect(origin('/a/b')).toEqual([1, 1])
  expect(origin('/a')).toEqual([1, { b: 1, c: 2 }])
  expect(origin('/count')).toEqual(['initial', 0])
  for (const pointer of ['count', '/~2', '~'])
    expect(() => why(store, pointer)).toThrow(/^expected a JSON Pointer/)
})
