import { expect, test } from 'vitest'
import { defaultLimits } from './sandbox.ts'
import { settleOptions } from './settle-options.ts'

const content = Buffer.from('0123456789')

test('limits that are not given are the usual ones', () => {
  const limits = { keptBytes: 10 }
  expect(settleOptions({ folder: '/ctf/7', files: [{ path: 'a/b', content }], limits })).toEqual({
    ...defaultLimits,
    keptBytes: 10,
  })
})

test.each(['', '/', 'ctf', '/ctf/', '/ctf/../etc', '/ctf//7', '/usr/x', '/etc', '/dev/shm/x', '/a\0b'])(
  'rejects the folder %j',
  (folder) => {
    expect(() => settleOptions({ folder, files: [] })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    )
  },
)

test.each(['', '/etc/x', '../x', 'a/../../x', './x', 'a//b', 'a/', 'a\0b'])(
  'rejects the file path %j',
  (path) => {
    expect(() => settleOptions({ folder: '/ctf/7', files: [{ path, content }] })).toThrow(
      'give a path relative',
    )
  },
)

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a limit of %d', (processes) => {
  expect(() => settleOptions({ folder: '/ctf/7', files: [], limits: { processes } })).toThrow(
    'limits.processes',
  )
})

test('rejects files that do not fit', () => {
  const files = ['a', 'b'].map((path) => ({ path, content }))
  expect(() => settleOptions({ folder: '/ctf/7', files, limits: { folderBytes: 19 } })).toThrow(
    'the files have 20 bytes',
  )
  settleOptions({ folder: '/ctf/7', files, limits: { folderBytes: 20 } })
})
