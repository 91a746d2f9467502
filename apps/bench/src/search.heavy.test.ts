import { expect, test } from 'vitest'
import { floors, readers } from '../test/readers.ts'
import { searchReaders } from '../test/search.ts'

test('no program of another kind keeps more than the shipped readers, in any cell', async () => {
  expect(Object.keys({ ...readers, ...floors }).length).toBeGreaterThanOrEqual(30)
  expect(await searchReaders([42, 43, 44, 45, 46])).toEqual([])
}, 600_000)
