import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example refuses three patches with reasons, and takes one', () => {
  expect(linesOf('guarded-skill')).toEqual([
    expect.stringMatching(/^\/open\/o2: the patch deletes the string "desk" here, but the action/),
    '{"customer":"Ada","open":{"o2":"desk"},"log":["shipped o1"]}',
    expect.stringMatching(/^\/customer: expected the string "Ada", which is protected/),
    expect.stringMatching(/^\/open\/o2: the reply expects the string "lamp" here/),
  ])
})
