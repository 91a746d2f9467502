import { buildMatchReport } from '@skill-state/eval/step-match'
import { expect, test } from 'vitest'
import { matchMarkdown } from './match-markdown.ts'

const title = { a: 'A', b: 'B', notices: ['Model: m.'] }

test('says that soundness is not known if the environment was not asked', () => {
  const { sound, ...unasked } = buildMatchReport([], [])
  expect(sound).toEqual({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })
  expect(matchMarkdown(unasked, title)).toMatch(/sound is not known/)
  expect(matchMarkdown({ ...unasked, sound: { both: 3, onlyA: 1, onlyB: 0, neither: 2 } }, title)).toContain(
    'Sound decisions of both in 3 states, of A alone in 1, of B alone in 0, of neither in 2.',
  )
  expect(matchMarkdown(unasked, title)).toContain('> Model: m.')
})
