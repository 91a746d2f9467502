import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example judges a state by validators that were compiled before', () => {
  expect(linesOf('precompiled-skill')).toEqual([
    '[{"path":"/count","message":"must be >= 0, found the number -1"}]',
  ])
})
