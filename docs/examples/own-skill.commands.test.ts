import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example prints each action and the state after it', () => {
  expect(linesOf('own-skill')).toEqual([
    'Noted {"list":{"eggs":6}}',
    'Noted {"list":{"eggs":6,"bread":1}}',
    'Buy bread {"list":{"bread":1}}',
  ])
})
