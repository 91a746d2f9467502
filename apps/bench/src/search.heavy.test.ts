import { expect, test } from 'vitest'
import { floors, readers } from '../test/readers.ts'
import { searchReaders } from '../test/search.ts'

// All cells with five seeds: scripts/search-readers.ts, which runs each night.
test('no program of another kind keeps more than the shipped readers, with any policy that keeps something', async () => {
  expect(Object.keys({ ...readers, ...floors }).length).toBeGreaterThanOrEqual(30)
  expect(await searchReaders([42], /^(?!memoryless)/)).toEqual([])
}, 600_000)
