import { expect, test } from 'vitest'
import { linesOf } from './_example.ts'

test('the example names the field without bound, then the longest prompt', () => {
  const [unbounded = '', bounded = '', keys] = linesOf('bounded-skill')
  const found = { path: '/lastError', reason: 'text of any length', fix: 'maxLength' }
  expect(JSON.parse(unbounded)).toEqual({ bounded: false, unbounded: [found] })
  const { promptChars, parts } = JSON.parse(bounded)
  expect(parts.observation).toBe(2_000)
  expect(promptChars).toBe(parts.fixed + parts.state + parts.observation)
  expect(keys).toBe('reasoning, state_patch, action')
})
