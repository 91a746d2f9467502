import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example prints a merge, its inverse, and the shallow merge, which loses what is omitted', () => {
  expect(linesOf('merge-alone')).toEqual([
    '{"shelves":{"s1":"eggs","s3":"milk"},"note":"count s2"}',
    '{"shelves":{"s3":null,"s2":"bread"}}',
    '{"shelves":{"s3":"milk"},"note":"count s2"}',
  ])
})
